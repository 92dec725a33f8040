/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The thread limit of a region holds in its teams and parallel regions.  */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_ALL "6" } */

#include <omp.h>

#include "../libgomp.c/check.h"

/* The variable for teams raises no limit of the region around them.  */
static void
around_teams (void)
{
  int limit = 0;
#if __clang_major__ > 16
#pragma omp target thread_limit(2) map(from : limit)
#pragma omp teams
  limit = omp_get_thread_limit ();
  CHECK (limit == 2);
#endif
#pragma omp target teams map(from : limit)
  limit = omp_get_thread_limit ();
  CHECK (limit == 6);
}

int
main (void)
{
  around_teams ();
  int limit = 0, threads = 0, teams = 0;
#pragma omp target teams num_teams(2) thread_limit(3)                          \
    map(from : limit, threads, teams)
  if (omp_get_team_num () == 0)
    {
      teams = omp_get_num_teams ();
      limit = omp_get_thread_limit ();
#pragma omp parallel num_threads(8)
#pragma omp single
      threads = omp_get_num_threads ();
    }
  CHECK (limit == 3 && threads >= 1 && threads <= 3);
  CHECK (teams >= 1 && teams <= 2);
  /* A limit belongs to its own region.  */
#pragma omp target map(from : limit)
  limit = omp_get_thread_limit ();
  CHECK (limit > 3);
#pragma omp target parallel map(from : threads) num_threads(4)
#pragma omp single
  threads = omp_get_num_threads ();
  CHECK (threads >= 1 && threads <= 4);
  return 0;
}
