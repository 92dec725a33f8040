/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-skip-stock "a task dropped by cancellation takes its event along" } */
/* A detached task is cancelled before it starts.  Its event may still be
   fulfilled, after the taskgroup, after other tasks were made and completed,
   and by any thread.  */

#include "check.h"

#include <omp.h>

#define EVENTS 100
#define ROUNDS 20

static omp_event_handle_t events[EVENTS];
static int ran[EVENTS];
static int others;

static void
cancelled_group (void)
{
#pragma omp taskgroup
  {
#pragma omp task
    {
      for (int i = 0; i < EVENTS; i++)
        {
          omp_event_handle_t event;
          ran[i] = 0;
#pragma omp task detach(event) firstprivate(i)
          {
            ran[i] = 1;
            omp_fulfill_event (event);
          }
          events[i] = event;
        }
#pragma omp cancel taskgroup
    }
  }
}

static void
other_tasks (void)
{
  for (int i = 0; i < 3 * EVENTS; i++)
#pragma omp task depend(inout : others)
    others++;
#pragma omp taskwait
}

int
main (void)
{
  int dropped = 0;
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++)
    {
#pragma omp single
      {
        cancelled_group ();
        other_tasks ();
        for (int i = 0; i < EVENTS / 2; i++)
          if (!ran[i])
            {
              dropped++;
              omp_fulfill_event (events[i]);
            }
      }
#pragma omp for
      for (int i = EVENTS / 2; i < EVENTS; i++)
        if (!ran[i])
          omp_fulfill_event (events[i]);
    }
  CHECK (others == 3 * EVENTS * ROUNDS);
  if (omp_get_max_threads () == 1)
    CHECK (dropped == ROUNDS * EVENTS / 2);
  return 0;
}
