/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-timeout 60 } */
/* Regions with nowait are tasks even if the host runs them: the encountering
   thread does not wait for the tasks that they depend on, and firstprivate data
   have their values from the time when the construct was met.  */

#include <omp.h>

#include "check.h"

#define TIMES 20

/* The dependence is fulfilled later by the thread that encounters the
   region.  */
static void
event_comes_later (void)
{
  int x = 0, y = 0, number = 3;
  omp_event_handle_t event;

#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
#pragma omp target if (0) nowait depend(in                                     \
                                        : x) map(tofrom                        \
                                                 : x, y) firstprivate(number)
  y = x + number;
  number = 100;
  CHECK (y == 0);
  omp_fulfill_event (event);
#pragma omp taskwait
  CHECK (y == 4);
}

static void
event_on_the_initial_device (void)
{
  int x = 0, y = 0, device = omp_get_initial_device ();
  omp_event_handle_t event;

#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
#pragma omp target device(device) nowait depend(inout : x) map(tofrom : x, y)
  y = ++x;
#pragma omp target device(device) nowait depend(in : x) map(tofrom : x, y)
  y += x;
  CHECK (y == 0);
  omp_fulfill_event (event);
#pragma omp taskwait
  CHECK (x == 2 && y == 4);
}

static void
chain (void)
{
  int sum = 0;

#pragma omp taskgroup
  for (int i = 1; i <= TIMES; i++)
    {
      int factor = i % 3 + 1;

#pragma omp target if (0) nowait depend(inout : sum) map(tofrom : sum)
      sum = (factor * sum + i) % 1000;
    }
  int expected = 0;
  for (int i = 1; i <= TIMES; i++)
    expected = ((i % 3 + 1) * expected + i) % 1000;
  CHECK (sum == expected);
}

static void
side_by_side (void)
{
  int squares[TIMES];

  for (int i = 0; i < TIMES; i++)
#pragma omp target if (0) nowait map(from : squares[i])
    {
      int alone = omp_get_level () == 0 && omp_get_num_threads () == 1;
      squares[i] = alone ? i * i : -1;
    }
#pragma omp taskwait
  for (int i = 0; i < TIMES; i++)
    CHECK (squares[i] == i * i);
}

static void
in_a_final_task (void)
{
  int x = 0;

#pragma omp task final(1) shared(x)
  {
#pragma omp target if (0) nowait depend(inout : x) map(tofrom : x)
    x = 1;
    CHECK (x == 1);
  }
#pragma omp taskwait
}

static void
all (void)
{
  chain ();
  side_by_side ();
  in_a_final_task ();
}

int
main (void)
{
  all ();
#pragma omp parallel
  {
#pragma omp single
    {
      event_comes_later ();
      event_on_the_initial_device ();
      all ();
    }
    event_comes_later ();
    event_on_the_initial_device ();
    all ();
  }
  return 0;
}
