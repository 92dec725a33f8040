/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-skip-stock "tasks that each spawn one overflow the stack of one thread" } */
/* Tasks that are so small that the library may run them where they are made:
   order, results and the stack are as if they were deferred.  Also functions
   whose tasks become large, or make tasks themselves.  */

#include "check.h"

#include <omp.h>

#define TASKS 20000
#define DEEP 200000

static long sum;

static void
add (long n)
{
#pragma omp atomic
  sum += n;
}

/* Each task spawns the next one: no stack is as deep.  */
static void
spawn_next (long left)
{
  if (left == 0)
    return;
#pragma omp task firstprivate(left)
  {
    add (1);
    spawn_next (left - 1);
  }
}

/* On top of WAITING others.  */
static void
test_deep (int waiting)
{
  sum = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < waiting; i++)
#pragma omp task
      add (1);
    spawn_next (DEEP);
  }
  CHECK (sum == DEEP + waiting);
}

static void
test_chain (void)
{
  long next = 0, wrong = 0;

#pragma omp parallel
#pragma omp single
  for (long i = 0; i < TASKS; i++)
#pragma omp task depend(inout : next) firstprivate(i) shared(next, wrong)
    {
      wrong += next != i;
      next++;
      /* From time to time a large one: the next may not overtake it.  */
      if (i % 5000 == 4999)
        for (volatile int j = 0; j < 300000; j++)
          ;
    }
  CHECK (next == TASKS);
  CHECK (wrong == 0);
}

/* Two functions in one graph; readers between writers.  */
static void
test_readers (void)
{
  long value = 0, wrong = 0;

#pragma omp parallel
#pragma omp single
  for (long i = 0; i < TASKS; i++)
    if (i % 8 == 0)
#pragma omp task depend(out : value) shared(value)
      value++;
    else
#pragma omp task depend(in : value) firstprivate(i) shared(value, wrong)
        if (value != i / 8 + 1)
#pragma omp atomic
      wrong++;
  CHECK (value == TASKS / 8);
  CHECK (wrong == 0);
}

/* Small for long, then large, then small again.  */
static void
test_phases (void)
{
  sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < TASKS; i++)
#pragma omp task firstprivate(i)
    {
      if (i / 100 % 50 == 49)
        for (volatile int j = 0; j < 20000; j++)
          ;
      add (i);
    }
  CHECK (sum == (long)TASKS * (TASKS - 1) / 2);
}

/* Children and a taskwait in tasks of a function that was small before.  */
static void
test_nested (void)
{
  sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < TASKS; i++)
#pragma omp task firstprivate(i)
    if (i % 1000 < 900)
      add (1);
    else
      {
        int own = 0;

#pragma omp task shared(own)
        own = 1;
#pragma omp taskwait
        add (own);
      }
  CHECK (sum == TASKS);
}

static void
test_loops (void)
{
  sum = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 50; round++)
    {
#pragma omp taskloop grainsize(1)
      for (int i = 0; i < 300; i++)
        add (i);
#pragma omp taskloop grainsize(1) nogroup
      for (int i = 0; i < 300; i++)
        add (i);
#pragma omp taskwait
    }
  CHECK (sum == 50L * 300 * 299);
}

int
main (void)
{
  test_deep (0);
  test_deep (1000);
  test_chain ();
  test_readers ();
  test_phases ();
  test_nested ();
  test_loops ();
  return 0;
}
