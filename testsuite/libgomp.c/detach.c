/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* A detachable task ends when its event is fulfilled, also by a thread that the
   OpenMP runtime does not know.  */

#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static void *
fulfill_later (void *event)
{
  usleep (2000);
  omp_fulfill_event ((omp_event_handle_t)(size_t)event);
  return NULL;
}

int
main (void)
{
  int order = 0;
  pthread_t thread;

#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : order)
    {
      order = 1;
      CHECK (
          pthread_create (&thread, NULL, fulfill_later, (void *)(size_t)event)
          == 0);
    }
#pragma omp task depend(in : order) shared(order)
    {
      CHECK (order == 1);
      order = 2;
    }
#pragma omp taskwait
    CHECK (order == 2);
  }
  pthread_join (thread, NULL);
  return 0;
}
