/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "2 4 8" } */
/* Detachable tasks: events that are fulfilled before and after the body, in any
   order, by other tasks and in undeferred tasks.  Dependent tasks wait for
   them.  */

#include "check.h"

#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#define TASKS 50

static omp_event_handle_t events[TASKS];
static int bodies;

static void
many (void)
{
  bodies = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < TASKS; i++)
      {
        omp_event_handle_t event;
#pragma omp task detach(event) firstprivate(i)
        {
#pragma omp atomic
          bodies++;
        }
        events[i] = event;
      }
    for (int i = TASKS - 1; i >= 0; i -= 2)
      omp_fulfill_event (events[i]);
    for (int i = 0; i < TASKS; i += 2)
      {
#pragma omp task firstprivate(i)
        omp_fulfill_event (events[i]);
      }
#pragma omp taskwait
    CHECK (bodies == TASKS);
  }
}

static void *
fulfill_later (void *event)
{
  usleep (1000);
  omp_fulfill_event ((omp_event_handle_t)(size_t)event);
  return NULL;
}

/* The body tells another thread the handle.  */
static void
from_outside (void)
{
  pthread_t thread;
  omp_event_handle_t event;
  int value = 0, after = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task detach(event) depend(out : value)
    {
      value = 1;
      CHECK (
          pthread_create (&thread, NULL, fulfill_later, (void *)(size_t)event)
          == 0);
    }
    for (int i = 0; i < 20; i++)
      {
#pragma omp task depend(in : value) shared(after)
        {
          CHECK (value == 1);
#pragma omp atomic
          after++;
        }
      }
#pragma omp taskgroup
    {
#pragma omp task depend(inout : value)
      after += 100;
    }
    CHECK (after == 120);
  }
  pthread_join (thread, NULL);
}

static void
undeferred (void)
{
  int done = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) if (0)
    {
      done = 1;
      omp_fulfill_event (event);
    }
    CHECK (done == 1);
  }
  omp_event_handle_t event;
#pragma omp task detach(event) shared(done)
  {
    done = 2;
    omp_fulfill_event (event);
  }
  CHECK (done == 2);
}

int
main (void)
{
  for (int i = 0; i < 10; i++)
    {
      many ();
      from_outside ();
      undeferred ();
    }
  return 0;
}
