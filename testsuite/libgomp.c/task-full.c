/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* A thread has made so many tasks that it had to run some at once.  It defers
   tasks again when the others have run the waiting ones.  */

#include "check.h"

#include <omp.h>
#include <unistd.h>

/* So few later tasks that none is run at once to see how long it takes.  */
#define TURNS 15
#define TASKS 2000
#define LATER 4

static int done;

static void
compute (void)
{
  for (int i = 0; i < 2000; i++)
    __asm__ volatile("" : : : "memory");
  __atomic_add_fetch (&done, 1, __ATOMIC_RELEASE);
}

static void
await (int count)
{
  while (__atomic_load_n (&done, __ATOMIC_ACQUIRE) < count)
    usleep (100);
}

/* Returns how many of the later tasks ran at once.  */
static int
turn (void)
{
  int made = 0, at_once = 0;
  __atomic_store_n (&done, 0, __ATOMIC_RELAXED);
  for (int i = 0; i < TASKS; i++)
#pragma omp task
    compute ();
  await (TASKS);
  for (int i = 0; i < LATER; i++)
    {
#pragma omp task shared(made, at_once) firstprivate(i)
      {
        if (__atomic_load_n (&made, __ATOMIC_RELAXED) == i
            && omp_get_thread_num () == 0)
          at_once++;
        compute ();
      }
      __atomic_store_n (&made, i + 1, __ATOMIC_RELAXED);
    }
  await (TASKS + LATER);
  return at_once;
}

int
main (void)
{
  int at_once = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  for (int i = 0; i < TURNS; i++)
    at_once += turn ();
  CHECK (at_once == 0);
  return 0;
}
