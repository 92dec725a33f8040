/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines that report the caller's position in the tree of teams and tasks
   (OpenMP 5.1 sections 3.2, 3.4 and 3.5).  */

#include "abi/api.h"
#include "team/self.h"
#include "team/team.h"

IN_ONE_LINE int
omp_get_num_threads (void)
{
  return (int)gomp_team_num_threads (gomp_self ());
}

IN_ONE_LINE int
omp_get_thread_num (void)
{
  return (int)gomp_self ()->thread_num;
}

int
omp_in_parallel (void)
{
  return gomp_team_active_level (gomp_self ()) > 0;
}

int
omp_get_level (void)
{
  return (int)gomp_team_level (gomp_self ());
}

int
omp_get_active_level (void)
{
  return (int)gomp_team_active_level (gomp_self ());
}

int
omp_get_ancestor_thread_num (int level)
{
  return gomp_team_ancestor (gomp_self (), level);
}

int
omp_get_team_size (int level)
{
  return gomp_team_size (gomp_self (), level);
}

int
omp_get_num_teams (void)
{
  unsigned n = gomp_self ()->num_teams;
  return n > 0 ? (int)n : 1;
}

int
omp_get_team_num (void)
{
  return (int)gomp_self ()->team_num;
}

int
omp_in_final (void)
{
  return gomp_self ()->task->in_final;
}

int
omp_in_explicit_task (void)
{
  return !gomp_self ()->task->implicit;
}
