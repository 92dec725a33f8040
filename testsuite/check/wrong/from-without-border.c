/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A stencil writes the inner points only, the host reads the border.  */

#include <stdio.h>

#define N 16

int
main (void)
{
  float old[N][N], new[N][N];
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      old[i][k] = (float)(i * k);
#pragma omp target teams distribute parallel for map(to : old) map(from : new)
  for (int i = 1; i < N - 1; i++)
    for (int k = 1; k < N - 1; k++)
      new[i][k] = (old[i - 1][k] + old[i + 1][k]) / 2;
  printf ("%g\n", (double)new[5][5]);
  printf ("%g\n", (double)new[0][3]); /* { dg-check unwritten } */
  return 0;
}
