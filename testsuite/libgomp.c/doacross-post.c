/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* A wait for an iteration ends when that iteration has posted, not only when
   its chunk is done: the rest of the iteration may be what other iterations
   wait for.  */

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

static atomic_int came;
/* Where loops begin: unknown to the compiler, and beyond long.  */
static volatile long first;
static volatile unsigned long long far = -4ull;

/* Two threads with two iterations each: that from 2 on waits for the first to
   have posted, which then waits for it.  */
#define POSTS(type, first, clauses)                                            \
  came = 0;                                                                    \
  low = first;                                                                 \
  _Pragma ("omp parallel num_threads (2)")                                     \
      _Pragma (clauses) for (type i = low; i < low + 3; i++)                   \
  {                                                                            \
    if (i == low + 2)                                                          \
      {                                                                        \
        _Pragma ("omp ordered depend (sink: i - 2)") came = 1;                 \
      }                                                                        \
    _Pragma ("omp ordered depend (source)") if (i == low) while (!came)        \
        sched_yield ();                                                        \
  }                                                                            \
  CHECK (came)

static void
longs (void)
{
  long low;
  POSTS (long, first, "omp for ordered (1) schedule (static)");
  POSTS (long, first, "omp for ordered (1) schedule (static, 2)");
  POSTS (long, first, "omp for ordered (1) schedule (dynamic, 2)");
}

static void
unsigned_longs (void)
{
  unsigned long long low;
  POSTS (unsigned long long, far, "omp for ordered (1) schedule (static)");
  POSTS (unsigned long long, far, "omp for ordered (1) schedule (static, 2)");
  POSTS (unsigned long long, far, "omp for ordered (1) schedule (dynamic, 2)");
}

int
main (void)
{
  longs ();
  unsigned_longs ();
  return 0;
}
