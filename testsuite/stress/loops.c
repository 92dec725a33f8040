/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Handing out iterations: loops of random size, chunk, schedule and team.  Each
   iteration is executed once; in ascending order in each thread, where that is
   promised; in the order of the loop, where it is ordered; and in doacross
   loops after those that it waits for.  */

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "abi/gomp_team.h"
#include "check.h"
#include "random.h"
#include "team/loop.h"
#include "team/team.h"

#define MAX 3000
/* Beside many processes each turn takes as many time slices.  */
#define LONGEST_NS 10000000000

bool GOMP_loop_start (long, long, long, long, long, long *, long *, uintptr_t *,
                      void **);
bool GOMP_loop_ordered_start (long, long, long, long, long, long *, long *,
                              uintptr_t *, void **);
bool GOMP_loop_doacross_start (unsigned, long *, long, long, long *, long *,
                               uintptr_t *, void **);
bool GOMP_loop_runtime_next (long *, long *);

#define MONOTONIC 0x80000000L

enum kind
{
  PLAIN,
  ORDERED,
  DOACROSS,
  KINDS
};

static struct
{
  enum kind kind;
  long schedule; /* 1 static, 2 dynamic, 3 guided, with the modifier */
  long count;
  long chunk;
  long distance; /* doacross: iteration i waits for i - distance */
} loop;

static atomic_uint times[MAX];
static atomic_long turn;

static void
iterate (long i)
{
  if (loop.kind == DOACROSS && i >= loop.distance)
    {
      GOMP_doacross_wait (i - loop.distance);
      EXPECT (
          atomic_load_explicit (&times[i - loop.distance], memory_order_relaxed)
          == 1);
    }
  if (loop.kind == ORDERED)
    {
      GOMP_ordered_start ();
      EXPECT (atomic_fetch_add (&turn, 1) == i);
      GOMP_ordered_end ();
    }
  atomic_fetch_add_explicit (&times[i], 1, memory_order_relaxed);
  if (loop.kind == DOACROSS)
    GOMP_doacross_post (&i);
}

static bool
begin (long *start, long *end)
{
  if (loop.kind == ORDERED)
    return GOMP_loop_ordered_start (0, loop.count, 1, loop.schedule, loop.chunk,
                                    start, end, NULL, NULL);
  if (loop.kind == DOACROSS)
    return GOMP_loop_doacross_start (1, &loop.count, loop.schedule, loop.chunk,
                                     start, end, NULL, NULL);
  return GOMP_loop_start (0, loop.count, 1, loop.schedule, loop.chunk, start,
                          end, NULL, NULL);
}

static void
region (void *arg)
{
  (void)arg;
  uint64_t random
      = random_start ((uint64_t)loop.count << 8 | gomp_self ()->thread_num);
  long start, end, last = -1;
  bool ascends = loop.kind != PLAIN || (loop.schedule & MONOTONIC) != 0;
  if (begin (&start, &end))
    do
      {
        EXPECT (!ascends || start > last);
        EXPECT (start < end && end <= loop.count);
        for (long i = start; i < end; i++)
          iterate (i);
        last = start;
        if (random_below (&random, 64) == 0)
          sched_yield ();
      }
    while (GOMP_loop_runtime_next (&start, &end));
  GOMP_loop_end_nowait ();
}

static void
test_loops (void)
{
  uint64_t choices = random_start (0);
  uint64_t end = os_time_ns () + LONGEST_NS;
  for (unsigned round = 0; round < 3000 && os_time_ns () < end; round++)
    {
      loop.kind = (enum kind)random_below (&choices, KINDS);
      loop.schedule = 1 + random_below (&choices, 3);
      if (random_below (&choices, 2) == 0)
        loop.schedule |= MONOTONIC;
      loop.count = random_below (&choices, round % 8 == 0 ? MAX : 100);
      loop.chunk
          = random_below (&choices, 3) == 0 ? random_below (&choices, 20) : 1;
      loop.distance = 1 + random_below (&choices, 10);
      memset (times, 0, sizeof (times));
      atomic_store (&turn, 0);
      GOMP_parallel (region, NULL, 1u << round % 4, 0);
      for (long i = 0; i < MAX; i++)
        EXPECT (atomic_load (&times[i]) == (i < loop.count));
    }
}

/* Guided stays guided where the chunks depend on each other: the first ones
   are large, and none is larger than the one before.  */
static atomic_long sizes[MAX];

static void
record (void *arg)
{
  (void)arg;
  long start, end;
  if (begin (&start, &end))
    do
      atomic_store (&sizes[start], end - start);
    while (GOMP_loop_runtime_next (&start, &end));
  GOMP_loop_end_nowait ();
}

static void
check_shrinking (enum kind kind)
{
  loop.kind = kind;
  loop.schedule = 3;
  loop.count = 1000;
  loop.chunk = 5;
  memset (sizes, 0, sizeof (sizes));
  GOMP_parallel (record, NULL, 4, 0);
  EXPECT (atomic_load (&sizes[0]) == 250);
  long before = 250, i = 0;
  while (i < loop.count)
    {
      long size = atomic_load (&sizes[i]);
      EXPECT (size > 0 && size <= before);
      EXPECT (size >= loop.chunk || i + size == loop.count);
      before = size;
      i += size;
    }
  EXPECT (i == loop.count);
}

static void
test_guided_in_order (void)
{
  check_shrinking (ORDERED);
  check_shrinking (DOACROSS);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (test_loops);
  RUN (test_guided_in_order);
  return check_done ();
}
