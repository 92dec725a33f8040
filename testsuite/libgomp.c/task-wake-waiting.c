/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* A task becomes ready while all other threads sleep in a taskwait, where only
   one of them may run it: not the one that fell asleep first.  The thread that
   made the task ready does not look at it again.  */

#include "check.h"

#include <omp.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int waiting;
static atomic_int ran;

/* A child that completes when EVENT is fulfilled, and, if NEXT, another that
   follows it.  */
static void
parent (atomic_size_t *event, int next)
{
  int x = 0;
  omp_event_handle_t handle;
#pragma omp task detach(handle) depend(out : x)
  {
  }
  atomic_store (event, (size_t)handle);
  if (next)
    {
#pragma omp task depend(in : x)
      atomic_store (&ran, 1);
    }
  atomic_fetch_add (&waiting, 1);
#pragma omp taskwait
}

static void
fulfill (atomic_size_t *event)
{
  omp_fulfill_event ((omp_event_handle_t)atomic_load (event));
}

static void
await (int tasks)
{
  while (atomic_load (&waiting) != tasks)
    usleep (1000);
  /* The thread that runs the last one falls asleep.  */
  usleep (20000);
}

static void
sleepers (int first)
{
  static atomic_size_t events[3];
  atomic_store (&waiting, 0);
  atomic_store (&ran, 0);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 3; i++)
      {
#pragma omp task
        parent (&events[i], i == first);
        await (i + 1);
      }
    fulfill (&events[first]);
    while (atomic_load (&ran) == 0)
      usleep (1000);
    for (int i = 0; i < 3; i++)
      if (i != first)
        fulfill (&events[i]);
  }
}

int
main (void)
{
  for (int i = 0; i < 3; i++)
    sleepers (i);
  return 0;
}
