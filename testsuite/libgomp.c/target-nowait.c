/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "a team that starts after a deferred construct hangs" } */
/* nowait and depend: target constructs as tasks among tasks.  */

#include <unistd.h>

#include "target-check.h"

#define N 1000
#define TASKS 20

static void
waited_for (void)
{
  int results[TASKS] = { 0 };

#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int t = 0; t < TASKS; t++)
      {
#pragma omp target nowait map(tofrom: results[t:1]) firstprivate(t)
        results[t] = t + 1;
      }
#pragma omp taskwait
    for (int t = 0; t < TASKS; t++)
      CHECK (results[t] == t + 1);
  }
}

static void
outside_parallel (void)
{
  int a = 0, b = 0;

#pragma omp target nowait map(tofrom: a)
  a = 1;
#pragma omp target nowait map(tofrom: b)
  b = 2;
#pragma omp taskwait
  CHECK (a == 1 && b == 2);
}

static void
chain (void)
{
  int data[N];

  for (int i = 0; i < N; i++)
    data[i] = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task depend(out: data)
    for (int i = 0; i < N; i++)
      data[i] = i;
#pragma omp target enter data map(to: data) depend(inout: data) nowait
#pragma omp target map(alloc: data) depend(inout: data) nowait
    for (int i = 0; i < N; i++)
      data[i] *= 3;
#pragma omp target map(alloc: data) depend(inout: data) nowait
    for (int i = 0; i < N; i++)
      data[i] += 1;
#pragma omp target update from(data) depend(inout: data) nowait
#pragma omp task depend(in: data)
    for (int i = 0; i < N; i++)
      CHECK (data[i] == 3 * i + 1);
#pragma omp target exit data map(delete: data) depend(inout: data) nowait
#pragma omp taskwait
  }
}

static void
synchronous_with_depend (void)
{
  int value = 0;

#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: value) shared(value)
    value = 41;
#pragma omp target map(tofrom: value) depend(inout: value)
    value++;
    CHECK (value == 42);
  }
}

static void
in_a_taskgroup (void)
{
  int results[TASKS] = { 0 };

#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int t = 0; t < TASKS; t++)
        {
#pragma omp target nowait map(tofrom: results[t:1])
          results[t] = 2 * t;
        }
    }
    for (int t = 0; t < TASKS; t++)
      CHECK (results[t] == 2 * t);
  }
}

/* What a deferred construct gets by value is what it was when it was met.  */
static void
values_are_kept (void)
{
  int results[TASKS] = { 0 };

#pragma omp parallel num_threads(4)
#pragma omp single
  {
    int array[100];

    for (int t = 0; t < TASKS; t++)
      {
        for (int i = 0; i < 100; i++)
          array[i] = t;
#pragma omp target nowait firstprivate(array) map(from: results[t:1])
        {
          int sum = 0;

          for (int i = 0; i < 100; i++)
            sum += array[i];
          results[t] = sum;
        }
      }
#pragma omp taskwait
  }
  for (int t = 0; t < TASKS; t++)
    CHECK (results[t] == 100 * t);
}

/* A directive with nowait is left to a task where it has to wait: what it
   waits for ends behind it.  */
static void
directives_are_left (void)
{
  static int kept[4];
  omp_event_handle_t before = 0;

  /* For a directive that waits instead.  */
  alarm (200);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(before) depend(out: kept)
    kept[1] = 5;
#pragma omp target enter data map(to: kept) depend(inout: kept) nowait
#pragma omp target update to(kept[2:1]) depend(inout: kept) nowait
#pragma omp target update from(kept[3:1]) depend(inout: kept) nowait
#pragma omp target exit data map(from: kept) depend(inout: kept) nowait
    omp_fulfill_event (before);
#pragma omp taskwait
    CHECK (kept[1] == 5);
  }
  alarm (0);
}

int
main (void)
{
  waited_for ();
  outside_parallel ();
  chain ();
  synchronous_with_depend ();
  in_a_taskgroup ();
  values_are_kept ();
  directives_are_left ();
  return 0;
}
