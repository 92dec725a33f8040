/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* More threads than CPUs: the surplus threads leave tasks that compute to the
   others, also if each has a chain of them.  They do not leave tasks that wait
   for each other, whether these sleep meanwhile or keep their CPUs, in a barrier
   or at the end of a region.  */
/* { dg-skip-stock "all threads take tasks" } */

#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#define EXTRA 14
#define TASKS 20000
#define MOST_THREADS 1024

static int threads, cpus;
static long taken[MOST_THREADS]; /* tasks, in the latter half */
static int begun;

static void
compute (int rounds)
{
  for (int i = 0; i < rounds; i++)
    __asm__ volatile("" : : : "memory");
}

static void
run_task (int i)
{
  compute (40000);
  if (i > TASKS / 2)
    __atomic_fetch_add (&taken[omp_get_thread_num ()], 1, __ATOMIC_RELAXED);
}

static void
make_tasks (void)
{
  for (int i = 0; i < TASKS; i++)
#pragma omp task
    run_task (i);
}

/* All are made before the first one runs, so a thread that completes a task of
   a chain always has the next one.  */
static void
make_chains (void)
{
  static char first, link[MOST_THREADS];
  omp_event_handle_t made;

#pragma omp task depend(out : first) detach(made)
  ;
  for (int i = 0; i < TASKS; i++)
#pragma omp task depend(in : first) depend(inout : link[i % threads])
    run_task (i);
  omp_fulfill_event (made);
}

static int
by_count (const void *left, const void *right)
{
  long l = *(const long *)left, r = *(const long *)right;

  return (l < r) - (l > r);
}

/* The share of tasks that others ran than the busiest threads, as many as there
   are CPUs, and two.  */
static double
share_of_others (void)
{
  long all = 0, others = 0;

  qsort (taken, (size_t)threads, sizeof *taken, by_count);
  for (int i = 0; i < threads; i++)
    {
      all += taken[i];
      others += i >= cpus + 2 ? taken[i] : 0;
    }
  return (double)others / (double)all;
}

/* No task ends before all threads have one.  None runs where it is made, as it
   has an event.  */
static void
meet (int sleeps)
{
#pragma omp taskwait
  __atomic_store_n (&begun, 0, __ATOMIC_RELAXED);
  for (int i = 0; i < threads; i++)
    {
      omp_event_handle_t event;

#pragma omp task detach(event)
      {
        __atomic_fetch_add (&begun, 1, __ATOMIC_RELAXED);
        while (__atomic_load_n (&begun, __ATOMIC_RELAXED) < threads)
          if (sleeps)
            usleep (100);
        omp_fulfill_event (event);
      }
    }
}

static void
test_meeting (int sleeps)
{
#pragma omp parallel num_threads(threads)
  {
#pragma omp single
    {
      make_tasks ();
      meet (sleeps);
    }
#pragma omp master
    {
      make_tasks ();
      meet (sleeps);
    }
  }
}

/* The least share of three turns.  */
static double
measure (void (*make) (void))
{
  double least = 1;

  for (int turn = 0; turn < 3; turn++)
    {
      for (int i = 0; i < threads; i++)
        taken[i] = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
      make ();
      double share = share_of_others ();
      least = share < least ? share : least;
    }
  return least;
}

int
main (void)
{
  omp_set_dynamic (0);
  cpus = omp_get_num_procs ();
  threads = cpus + EXTRA;
  if (threads > MOST_THREADS)
    return 0;
  double of_tasks = measure (make_tasks), of_chains = measure (make_chains);
  test_meeting (0);
  test_meeting (1);
  if (of_tasks > 0.25)
    return 1;
  return of_chains > 0.25 ? 2 : 0;
}
