/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* A wavefront: each cell depends on its left and upper neighbours.  */

#include "check.h"

#define N 60

static unsigned long cell[N + 1][N + 1];

int
main (void)
{
  for (int round = 0; round < 5; round++)
    {
      for (int i = 0; i <= N; i++)
        cell[0][i] = cell[i][0] = 1;
#pragma omp parallel
#pragma omp single
      for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
          {
#pragma omp task depend(in                                                     \
                        : cell[i - 1][j], cell[i][j - 1]) depend(out           \
                                                                 : cell[i][j])
            cell[i][j] = (cell[i - 1][j] + cell[i][j - 1]) % 1000003;
          }
      for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
          {
            CHECK (cell[i][j] == (cell[i - 1][j] + cell[i][j - 1]) % 1000003);
          }
    }
  return 0;
}
