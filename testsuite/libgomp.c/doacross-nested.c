/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A loop with dependences inside an iteration of another one does not change
   what the outer loop waits for, whichever of the two has one thread.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>

#include "check.h"

#define OUTER 200
#define INNER 20

/* The sum that a chain of COUNT iterations makes, by THREADS threads.  */
static int
inner (int threads, int count)
{
  int sum = 0;
#pragma omp parallel for ordered(1) num_threads(threads) schedule(static, 1)
  for (int i = 0; i < count; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      sum += i + 1;
#pragma omp ordered depend(source)
    }
  return sum;
}

static void
nested (int outer_threads, int inner_threads)
{
  int chain = 0, inside = 0;
#pragma omp parallel for ordered(1) num_threads(outer_threads)                 \
    schedule(static, 1)
  for (int i = 0; i < OUTER; i++)
    {
      int before = inner (inner_threads, INNER);
#pragma omp ordered depend(sink : i - 1)
      int between = inner (inner_threads, i % INNER);
      chain = 2 * (chain % 1000) + i;
      inside += before + between;
#pragma omp ordered depend(source)
    }
  int expected = 0, sum = 0;
  for (int i = 0; i < OUTER; i++)
    {
      expected = 2 * (expected % 1000) + i;
      sum += INNER * (INNER + 1) / 2 + (i % INNER) * (i % INNER + 1) / 2;
    }
  CHECK (chain == expected && inside == sum);
}

int
main (void)
{
  int threads = omp_get_max_threads ();
  omp_set_max_active_levels (2);
  nested (threads, 1);
  nested (1, threads);
  nested (threads, 2);
  return 0;
}
