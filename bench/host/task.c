/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: tasks without dependences.  An operation is a task, unless stated
   otherwise.  */

#include "rows.h"

static void
one_producer (long count)
{
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
#pragma omp task
    bench_nothing ();
}

static void
all_producers (long count)
{
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
#pragma omp task
    bench_nothing ();
}

/* One producer, tasks of a microsecond or so: there is something to share.  */
static void
one_producer_work (long count)
{
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
#pragma omp task
    for (int j = 0; j < 1000; j++)
      bench_nothing ();
}

static void
undeferred (long count)
{
  int no = 0;

  __asm__("" : "+r"(no));
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
#pragma omp task if (no)
    bench_nothing ();
}

static void
task_and_wait (long count)
{
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
    {
#pragma omp task
      bench_nothing ();
#pragma omp taskwait
    }
}

static void
taskgroup (long count)
{
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
#pragma omp taskgroup
    {
#pragma omp task
      bench_nothing ();
#pragma omp task
      bench_nothing ();
    }
}

static void
taskloop (long count)
{
#pragma omp parallel
#pragma omp single
  for (long left = count; left > 0; left -= 1024)
    {
      long length = left < 1024 ? left : 1024;

#pragma omp taskloop grainsize(1)
      for (long i = 0; i < length; i++)
        bench_nothing ();
    }
}

static void
taskloop_default (long count)
{
#pragma omp parallel
#pragma omp single
  while (count--)
#pragma omp taskloop
    for (int i = 0; i < 64; i++)
      bench_nothing ();
}

static void
priorities (long count)
{
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
#pragma omp task priority((int)(i % 8))
    bench_nothing ();
}

static void
untied (long count)
{
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
#pragma omp task untied
    bench_nothing ();
}

/* Tasks that fibonacci (N) makes, itself included.  */
static long
fibonacci_tasks (int n)
{
  long tasks = 1, before = 1;

  for (int i = 1; i < n; i++)
    {
      long next = tasks + before + 1;

      before = tasks;
      tasks = next;
    }
  return tasks;
}

static long
fibonacci (int n)
{
  long x, y;

  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fibonacci (n - 1);
#pragma omp task shared(y)
  y = fibonacci (n - 2);
#pragma omp taskwait
  return x + y;
}

#define FIBONACCI 20

/* Trees of at most 22 thousand tasks, and smaller ones for the rest.  */
static void
fib (long count)
{
#pragma omp parallel
#pragma omp single
  for (int n = FIBONACCI; count > 0; count -= fibonacci_tasks (n))
    {
      while (n > 1 && fibonacci_tasks (n) > count)
        n--;
      fibonacci (n);
    }
}

const struct bench_host_row bench_task_rows[] = {
  BENCH_ROW ("task-one", one_producer, BENCH_SHARED, "task of one producer"),
  BENCH_ROW ("task-one-work", one_producer_work, BENCH_SHARED,
             "the same, 1000 rounds of an empty loop in each"),
  BENCH_ROW ("task-all", all_producers, BENCH_SHARED,
             "task, all threads produce"),
  BENCH_ROW ("task-untied", untied, BENCH_SHARED,
             "untied task of one producer"),
  BENCH_ROW ("task-priority", priorities, BENCH_SHARED,
             "task of one producer with one of eight priorities"),
  BENCH_ROW ("task-if0", undeferred, BENCH_SHARED, "task, if false"),
  BENCH_ROW ("task-wait", task_and_wait, BENCH_SHARED, "task and taskwait"),
  BENCH_ROW ("fib", fib, BENCH_SHARED, "task of recursive Fibonacci"),
  BENCH_ROW ("taskgroup", taskgroup, BENCH_SHARED,
             "taskgroup of two tasks, all threads"),
  BENCH_ROW ("taskloop", taskloop, BENCH_SHARED,
             "task of a taskloop with grainsize 1"),
  BENCH_ROW ("taskloop-64", taskloop_default, BENCH_SHARED,
             "taskloop of 64 iterations"),
  BENCH_END,
};
