/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that wait for their ordered turn, or for an iteration of a doacross
   loop, go on if the thread that they wait for has left a cancelled region.
   The ordered regions that are still executed do not overlap and keep their
   order.  */
/* { dg-do run } */
/* { dg-skip-stock "waits for ever" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */

#include <omp.h>
#include <unistd.h>

#include "check.h"

#define N 16

static int inside, last;

static void
ordered_body (int i)
{
  CHECK (++inside == 1);
  CHECK (i > last);
  last = i;
  inside--;
}

/* Thread 1, at once or late, cancels a region with a loop of BODY.  */
#define LOOP(threads, late, clauses, body)                                     \
  last = -1;                                                                   \
  _Pragma ("omp parallel num_threads (threads)")                               \
  {                                                                            \
    if (omp_get_thread_num () == 1)                                            \
      {                                                                        \
        if (late)                                                              \
          usleep (3000);                                                       \
        _Pragma ("omp cancel parallel")                                        \
      }                                                                        \
    _Pragma (clauses) for (int i = 0; i < N; i++)                              \
    {                                                                          \
      body;                                                                    \
    }                                                                          \
  }

#define ORDERED_LOOP(threads, late, clauses)                                   \
  LOOP (threads, late, clauses, _Pragma ("omp ordered") ordered_body (i))

#define DOACROSS_LOOP(threads, late, clauses)                                  \
  LOOP (threads, late, clauses,                                                \
        _Pragma ("omp ordered depend(sink: i - 1)");                           \
        _Pragma ("omp ordered depend(source)"))

/* The next region is not disturbed.  */
static void
whole (int threads)
{
  last = -1;
#pragma omp parallel num_threads(threads)
  {
    for (int k = 0; k < 3; k++)
      {
#pragma omp for ordered schedule(static, 1)
        for (int i = 0; i < N; i++)
          {
#pragma omp ordered
            ordered_body (i + k * N);
          }
      }
  }
  CHECK (last == 3 * N - 1);
}

static void
all (int threads, int late)
{
  ORDERED_LOOP (threads, late, "omp for ordered schedule(static, 1)");
  ORDERED_LOOP (threads, late, "omp for ordered schedule(static)");
  ORDERED_LOOP (threads, late, "omp for ordered schedule(dynamic)");
  ORDERED_LOOP (threads, late, "omp for ordered schedule(guided)");
  whole (threads);
  DOACROSS_LOOP (threads, late, "omp for ordered(1) schedule(static, 1)");
  DOACROSS_LOOP (threads, late, "omp for ordered(1) schedule(static)");
  DOACROSS_LOOP (threads, late, "omp for ordered(1) schedule(dynamic)");
  DOACROSS_LOOP (threads, late, "omp for ordered(1) schedule(guided)");
  whole (threads);
}

int
main (void)
{
  for (int late = 0; late < 2; late++)
    {
      all (2, late);
      all (4, late);
      all (8, late);
    }
  return 0;
}
