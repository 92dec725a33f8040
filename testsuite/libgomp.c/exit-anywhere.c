/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* The program ends by exit, _exit or quick_exit, anywhere in its code, while
   other threads are busy, wait in barriers or for locks, or are in their
   docks.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void (*end) (int);

static void
in_worker (void)
{
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num () == 2)
      end (7);
#pragma omp barrier
  }
}

static void
in_task (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 100; i++)
#pragma omp task firstprivate(i)
    if (i == 37)
      end (7);
}

static void
in_nested_region (void)
{
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(2)
  {
    if (omp_get_ancestor_thread_num (1) == 1 && omp_get_thread_num () == 1)
      end (7);
#pragma omp barrier
  }
}

static void
in_critical (void)
{
#pragma omp parallel num_threads(4)
#pragma omp critical
  end (7);
}

static void
in_ordered (void)
{
#pragma omp parallel for num_threads(4) ordered schedule(dynamic)
  for (int i = 0; i < 10; i++)
#pragma omp ordered
    if (i == 3)
      end (7);
}

static void
after_regions (void)
{
#pragma omp parallel num_threads(4)
  ;
  end (7);
}

static void
handler (void)
{
  int count = 0;
#pragma omp parallel num_threads(2) reduction(+ : count)
  count++;
  if (count != 2)
    _exit (8);
}

static void
region_at_exit (void)
{
#pragma omp parallel num_threads(4)
  ;
  atexit (handler);
  at_quick_exit (handler);
  end (7);
}

static void
check (const char *name, void (*fn) (void))
{
  static void (*const ends[]) (int) = { exit, _exit, quick_exit };
  int failures = 0;
  for (int i = 0; i < 30; i++)
    {
      int status;
      pid_t pid = fork ();
      if (pid == 0)
        {
          alarm (200);
          end = ends[i % 3];
          fn ();
          _exit (9);
        }
      waitpid (pid, &status, 0);
      failures += !WIFEXITED (status) || WEXITSTATUS (status) != 7;
    }
  printf ("%s: %s\n", failures == 0 ? "PASS" : "FAIL", name);
}

int
main (void)
{
  setvbuf (stdout, NULL, _IONBF, 0);
  check ("in worker", in_worker);
  check ("in task", in_task);
  check ("in nested region", in_nested_region);
  check ("in critical", in_critical);
  check ("in ordered", in_ordered);
  check ("after regions", after_regions);
  check ("region at exit", region_at_exit);
  return 0;
}
