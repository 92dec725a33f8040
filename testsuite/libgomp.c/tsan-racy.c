/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O1 -g -fsanitize=thread -fno-inline" } */
/* { dg-require-effective-target tsan } */
/* { dg-skip-stock "the stock runtime does not speak to ThreadSanitizer" } */
/* { dg-set-target-env-var TSAN_OPTIONS "exitcode=3" } */
/* { dg-threads "2 4 8" } */
/* { dg-exit-status 3 } */
/* { dg-output "data race.*race_in_region" } */
/* { dg-output "data race.*race_of_criticals" } */
/* { dg-output "data race.*race_of_nowait" } */
/* { dg-output "data race.*race_of_tasks" } */
/* { dg-output "data race.*race_of_dependences" } */
/* { dg-output "data race.*race_with_grandchild" } */
/* ThreadSanitizer finds the races of a program: no construct orders more than
   it promises.  Relaxed atomics, which order nothing, make sure that the two
   sides run on two threads.  */

#include <omp.h>
#include <sched.h>

/* ThreadSanitizer may miss accesses that come at the very same time.  */
#define TIMES 20

static int in_region, of_criticals, of_nowait, of_tasks, of_dependences,
    with_grandchild;

/* Wait until COUNT threads are here.  */
static void
meet (int *here, int count)
{
  __atomic_add_fetch (here, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n (here, __ATOMIC_RELAXED) < count)
    sched_yield ();
}

static void
race_in_region (void)
{
  for (int i = 0; i < TIMES; i++)
#pragma omp parallel num_threads(2)
    in_region++;
}

static void
race_of_criticals (void)
{
#pragma omp parallel num_threads(2)
  for (int i = 0; i < TIMES; i++)
    if (omp_get_thread_num () == 0)
      {
#pragma omp critical(one)
        of_criticals++;
      }
    else
      {
#pragma omp critical(other)
        of_criticals++;
      }
}

static void
race_of_nowait (void)
{
  for (int k = 0; k < TIMES; k++)
#pragma omp parallel num_threads(2)
    {
#pragma omp for nowait
      for (int i = 0; i < 2; i++)
        of_nowait += i;
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 2; i++)
        of_nowait -= i;
    }
}

static void
race_of_tasks (void)
{
  for (int k = 0; k < TIMES; k++)
    {
      int here = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
      for (int i = 0; i < 2; i++)
#pragma omp task shared(here)
        {
          meet (&here, 2);
          of_tasks++;
        }
    }
}

static void
race_of_dependences (void)
{
  for (int k = 0; k < TIMES; k++)
    {
      int here = 0, x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
      {
#pragma omp task shared(here) depend(out : x)
        {
          meet (&here, 2);
          of_dependences++;
        }
#pragma omp task shared(here) depend(out : y)
        {
          meet (&here, 2);
          of_dependences++;
        }
      }
    }
}

/* taskwait waits for the child only.  The grandchild may run in it, on this
   very thread, so that there is no race: then again.  */
static void
race_with_grandchild (void)
{
  int where = -1, here = -1;
  for (int i = 0; i < 10000 && where == here; i++)
    {
      where = -1;
#pragma omp parallel num_threads(2)
#pragma omp single nowait
      {
        here = omp_get_thread_num ();
#pragma omp task shared(where)
        {
#pragma omp task shared(where)
          {
            with_grandchild++;
            __atomic_store_n (&where, omp_get_thread_num (), __ATOMIC_RELAXED);
          }
        }
#pragma omp taskwait
        while (__atomic_load_n (&where, __ATOMIC_RELAXED) == -1)
          sched_yield ();
        with_grandchild++;
      }
    }
}

int
main (void)
{
  race_in_region ();
  race_of_criticals ();
  race_of_nowait ();
  race_of_tasks ();
  race_of_dependences ();
  race_with_grandchild ();
  return 0;
}
