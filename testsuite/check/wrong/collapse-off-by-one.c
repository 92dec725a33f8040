/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Collapsed loops with one column too many leave the last row.  */

#define N 10
#define M 12

int
main (void)
{
  float c[N][M];
#pragma omp target teams distribute parallel for collapse(2) map(from : c)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= M; j++)
      (&c[0][0])[i * M + j] = 1; /* { dg-check bounds } */
  return c[1][1] != 1;
}
