/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-skip-stock "members run in the order of their creation" } */
/* Tasks of one mutexinoutset have no order among themselves.  */

#include <omp.h>

#include "check.h"

/* The first waits for a task that the second one lets end.  */
static void
no_order (void)
{
  int a = 0, x = 0, first = 0, second = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task depend(out : a) detach(event)
    a = 1;
#pragma omp task depend(in : a) depend(mutexinoutset : x) shared(x, first)
    first = ++x;
#pragma omp task depend(mutexinoutset : x) shared(x, second) firstprivate(event)
    {
      second = ++x;
      omp_fulfill_event (event);
    }
#pragma omp taskwait depend(in : x)
    CHECK (x == 2 && first == 2 && second == 1);
  }
}

/* A member whose event has not come keeps the others out.  */
static void
detached (void)
{
  int x = 0, wrong = 0, open = 1;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; i++)
    {
      omp_event_handle_t event;
#pragma omp task depend(mutexinoutset : x) detach(event) shared(open)
      open--;
#pragma omp task shared(open) firstprivate(event) depend(in : open)
      {
        omp_event_handle_t handle = event;
#pragma omp task shared(open) firstprivate(handle)
        omp_fulfill_event (handle);
      }
#pragma omp task depend(mutexinoutset : x) shared(x, open, wrong)
      x++;
#pragma omp taskwait
      if (open != 0)
        wrong++;
      open = 1;
    }
  CHECK (x == 50 && wrong == 0);
}

/* And an undeferred one.  */
static void
beside_detached (void)
{
  int x = 0, open = 1, seen = 1;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task depend(mutexinoutset : x) detach(event) shared(x)
    x++;
#pragma omp task firstprivate(event) shared(open)
    {
#pragma omp atomic write
      open = 0;
      omp_fulfill_event (event);
    }
#pragma omp task if (0) depend(mutexinoutset : x) shared(x, open, seen)
    {
#pragma omp atomic read
      seen = open;
      x++;
    }
  }
  CHECK (x == 2 && seen == 0);
}

int
main (void)
{
  no_order ();
  detached ();
  beside_detached ();
  return 0;
}
