/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-skip-stock "the stock runtime reads beyond its table there" } */
/* Loops over unsigned variables: GCC 12 asks for sinks whose numbers in the
   loop are 2^32 too large.  */

#include "check.h"

#define N 40u

static unsigned a[N + 1][N + 1];

static void
one_loop (void)
{
#pragma omp parallel for ordered(1) schedule(dynamic, 3)
  for (unsigned i = 1; i <= N; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      a[i][0] = a[i - 1][0] + i;
#pragma omp ordered depend(source)
    }
}

static void
two_loops (void)
{
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (unsigned i = 1; i <= N; i++)
    for (unsigned j = 1; j <= N; j++)
      {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        a[i][j] = (a[i - 1][j] > a[i][j - 1] ? a[i - 1][j] : a[i][j - 1]) + 1;
#pragma omp ordered depend(source)
      }
}

static void
steps (void)
{
#pragma omp parallel for ordered(1) schedule(guided)
  for (unsigned i = 2; i <= N; i += 2)
    {
#pragma omp ordered depend(sink : i - 2)
      a[i][0] = a[i - 2][0] + 1;
#pragma omp ordered depend(source)
    }
}

int
main (void)
{
  one_loop ();
  CHECK (a[N][0] == N * (N + 1) / 2);
  for (unsigned i = 0; i <= N; i++)
    a[i][0] = 0;
  two_loops ();
  CHECK (a[N][N] == 2 * N - 1);
  steps ();
  CHECK (a[N][0] == N / 2);
  return 0;
}
