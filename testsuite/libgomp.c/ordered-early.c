/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "it passes the turn on with the next chunk" } */
/* After its last ordered region a chunk passes the turn on: other threads, in
   their ordered regions, may wait for the code after that region.  */

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

static atomic_int came;

#define PASSES(schedule, chunk)                                                \
  came = 0;                                                                    \
  _Pragma ("omp parallel num_threads (2)")                                     \
      _Pragma (schedule) for (int i = 0; i < 2 * chunk; i++)                   \
  {                                                                            \
    _Pragma ("omp ordered") came = i;                                          \
    if (i == chunk - 1)                                                        \
      while (came < chunk)                                                     \
        sched_yield ();                                                        \
  }                                                                            \
  CHECK (came == 2 * chunk - 1)

int
main (void)
{
  PASSES ("omp for ordered schedule (static)", 1);
  PASSES ("omp for ordered schedule (static)", 5);
  PASSES ("omp for ordered schedule (static, 3)", 3);
  PASSES ("omp for ordered schedule (dynamic)", 1);
  PASSES ("omp for ordered schedule (dynamic, 4)", 4);
  PASSES ("omp for ordered schedule (guided)", 1);
  return 0;
}
