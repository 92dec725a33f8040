/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions of two sizes in turn, for which the library keeps two teams: tasks,
   loops, single and inner regions in each.  Between them come a third size,
   more threads than before, a fork outside and inside of regions, and a
   pause.  */
/* { dg-do run } */
/* { dg-skip-stock "the stock runtime hangs after fork" } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static void
region (int threads)
{
  int entered = 0, tasks = 0, iterations = 0, singles = 0;

#pragma omp parallel num_threads(threads) reduction(+ : entered)
  {
    CHECK (omp_get_num_threads () == threads);
    entered++;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 20; i++)
#pragma omp atomic
      iterations++;
#pragma omp single nowait
    singles++;
#pragma omp task shared(tasks)
#pragma omp atomic
    tasks++;
  }
  CHECK (entered == threads && tasks == threads && iterations == 20
         && singles == 1);
}

static void
inner (int threads, int inside)
{
  int entered = 0;

#pragma omp parallel num_threads(threads) reduction(+ : entered)
#pragma omp parallel num_threads(inside) reduction(+ : entered)
  entered++;
  CHECK (entered == threads * inside);
}

static void
alternate (int rounds, int large, int small)
{
  for (int i = 0; i < rounds; i++)
    {
      region (i % 2 ? small : large);
      if (i % 8 == 5)
        inner (i % 16 < 8 ? small : large, 2);
    }
}

static void
forked (int inside, int large, int small)
{
  pid_t child = 0;
  int status;

#pragma omp parallel if (inside) num_threads(large)
#pragma omp master
  {
    child = fork ();
    CHECK (child >= 0);
  }
  if (child == 0)
    {
      alternate (12, large, small);
      _exit (0);
    }
  CHECK (waitpid (child, &status, 0) == child && status == 0);
}

int
main (void)
{
  int large = omp_get_max_threads ();
  int small = large > 1 ? large / 2 : 2;

  omp_set_dynamic (0);
  omp_set_max_active_levels (2);
  for (int i = 0; i < 6; i++)
    {
      alternate (60, large, small);
      region (large + i);
      alternate (30, large, 1);
      forked (i % 2, large, small);
      if (i == 3)
        CHECK (omp_pause_resource_all (omp_pause_soft) == 0);
    }
  return 0;
}
