/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Ordered regions run in the order of the iterations, with each schedule, even
   if an iteration skips its ordered region.  */

#include <omp.h>

#include "check.h"

#define N 200

static int order[N], n_done;

static void
check_order (int step)
{
  CHECK (n_done == N / step);
  for (int i = 0; i < n_done; i++)
    CHECK (order[i] == i * step);
  n_done = 0;
}

#define ORDERED_LOOP(clauses, step)                                            \
  _Pragma ("omp parallel") _Pragma (clauses) for (int i = 0; i < N; i++)       \
  {                                                                            \
    if (i % step == 0)                                                         \
      {                                                                        \
        _Pragma ("omp ordered") order[n_done++] = i;                           \
      }                                                                        \
  }                                                                            \
  check_order (step)

int
main (void)
{
  ORDERED_LOOP ("omp for ordered schedule(static)", 1);
  ORDERED_LOOP ("omp for ordered schedule(static, 3)", 1);
  ORDERED_LOOP ("omp for ordered schedule(dynamic)", 1);
  ORDERED_LOOP ("omp for ordered schedule(dynamic, 3)", 2);
  ORDERED_LOOP ("omp for ordered schedule(guided)", 4);
  ORDERED_LOOP ("omp for ordered schedule(runtime)", 5);
  ORDERED_LOOP ("omp for ordered schedule(auto)", 1);
  return 0;
}
