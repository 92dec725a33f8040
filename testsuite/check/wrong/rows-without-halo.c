/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A stencil reads the rows around those that are mapped.  */

#define N 16

static double a[N][N], b[N][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i * j;
#pragma omp target map(to : a[1 : N - 2]) map(tofrom : b[1 : N - 2])
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j]; /* { dg-check bounds } */
  return b[3][3] == 0;
}
