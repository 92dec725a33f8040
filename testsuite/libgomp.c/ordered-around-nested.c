/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Iterations of an ordered loop that have parallel regions with ordered loops
   of their own: the outer ordered regions keep their order.  */

#include "check.h"
#include <omp.h>
#include <sched.h>

#define THREADS 3
#define CHUNK 4
#define N (THREADS * CHUNK)
#define INNER 8

static int order[N], count;

static void
inner_loops (int threads)
{
  int sum = 0;
#pragma omp parallel num_threads(threads)
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < INNER; i++)
#pragma omp ordered
    sum = 2 * sum + i;
  CHECK (sum == 247);
}

/* Let the other threads run, in case they do not wait for this one.  */
static void
linger (void)
{
  for (int i = 0; i < 2000; i++)
    sched_yield ();
}

/* An inner region before the outer ordered one, or after it.  */
static void
outer_loop (int threads, int before)
{
  count = 0;
#pragma omp parallel for num_threads(THREADS) ordered schedule(static, CHUNK)
  for (int i = 0; i < N; i++)
    {
      if (before)
        inner_loops (threads);
      if (i < CHUNK)
        linger ();
#pragma omp ordered
      order[__atomic_fetch_add (&count, 1, __ATOMIC_RELAXED)] = i;
      if (!before)
        inner_loops (threads);
    }
  for (int i = 0; i < N; i++)
    CHECK (order[i] == i);
}

int
main (void)
{
  omp_set_max_active_levels (2);
  for (int before = 0; before < 2; before++)
    for (int threads = 1; threads < 4; threads++)
      outer_loop (threads, before);
  return 0;
}
