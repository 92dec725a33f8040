/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The descriptors of work-sharing constructs: random sequences of constructs,
   mostly without barriers, so that threads run far ahead of each other.  Every
   single and every iteration is executed once.  */

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "abi/gomp_team.h"
#include "check.h"
#include "random.h"
#include "team/loop.h"
#include "team/team.h"

#define CONSTRUCTS 200
#define ROUNDS 32
#define ITERATIONS 37

bool GOMP_loop_dynamic_start (long, long, long, long, long *, long *);
bool GOMP_loop_dynamic_next (long *, long *);
bool GOMP_loop_nonmonotonic_dynamic_start (long, long, long, long, long *,
                                           long *);
bool GOMP_loop_nonmonotonic_dynamic_next (long *, long *);

static unsigned round_number;
static atomic_uint singles[CONSTRUCTS];
static atomic_uint iterations[CONSTRUCTS][ITERATIONS];

static void
count (unsigned construct, long start, long end)
{
  for (long i = start; i < end; i++)
    atomic_fetch_add_explicit (&iterations[construct][i], 1,
                               memory_order_relaxed);
}

static void
ordered_queue (unsigned construct)
{
  long start, end;
  if (GOMP_loop_dynamic_start (0, ITERATIONS, 1, 3, &start, &end))
    do
      count (construct, start, end);
    while (GOMP_loop_dynamic_next (&start, &end));
  GOMP_loop_end_nowait ();
}

static void
stealing (unsigned construct)
{
  long start, end;
  if (GOMP_loop_nonmonotonic_dynamic_start (0, ITERATIONS, 1, 1, &start, &end))
    do
      count (construct, start, end);
    while (GOMP_loop_nonmonotonic_dynamic_next (&start, &end));
  GOMP_loop_end_nowait ();
}

/* All threads draw the same constructs, but dawdle at different places.  */
static void
region (void *arg)
{
  (void)arg;
  uint64_t kinds = random_start (round_number);
  uint64_t random = random_start (ROUNDS + gomp_self ()->thread_num);
  for (unsigned c = 0; c < CONSTRUCTS; c++)
    {
      unsigned kind = random_below (&kinds, 64);
      if (kind < 24)
        ordered_queue (c);
      else if (kind < 48)
        stealing (c);
      if (GOMP_single_start ())
        atomic_fetch_add_explicit (&singles[c], 1, memory_order_relaxed);
      if (kind == 63)
        GOMP_barrier ();
      if (random_below (&random, 16) == 0)
        sched_yield ();
    }
}

static void
verify (void)
{
  for (unsigned c = 0; c < CONSTRUCTS; c++)
    {
      EXPECT (atomic_exchange (&singles[c], 0) == 1);
      unsigned first = atomic_load (&iterations[c][0]);
      EXPECT (first <= 1);
      for (unsigned i = 0; i < ITERATIONS; i++)
        EXPECT (atomic_exchange (&iterations[c][i], 0) == first);
    }
}

static void
test_workshare (void)
{
  for (round_number = 0; round_number < ROUNDS; round_number++)
    {
      GOMP_parallel (region, NULL, 1 + round_number % 8, 0);
      verify ();
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (test_workshare);
  return check_done ();
}
