/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4" } */
/* { dg-skip-stock "waits for the event of a task beyond the 64th a thread" } */
/* Any number of detached tasks whose events the thread that made them
   fulfils later.  */

#include "check.h"

#include <omp.h>

#define TASKS 3000

static omp_event_handle_t events[TASKS];

int
main (void)
{
  int bodies = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < TASKS; i++)
      {
        omp_event_handle_t event;
#pragma omp task detach(event) shared(bodies)
#pragma omp atomic
        bodies++;
        events[i] = event;
      }
    for (int i = 0; i < TASKS; i++)
      omp_fulfill_event (events[i]);
#pragma omp taskwait
    CHECK (bodies == TASKS);
  }
  return 0;
}
