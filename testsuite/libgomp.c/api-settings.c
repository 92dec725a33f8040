/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_DYNAMIC "false" } */
/* Routines that set and get control variables, with the bounds of their
   arguments; pause; where the caller is.  */

#include "check.h"

#include <limits.h>
#include <omp.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void
threads (void)
{
  omp_set_num_threads (3);
  CHECK (omp_get_max_threads () == 3);
  omp_set_num_threads (0);
  CHECK (omp_get_max_threads () == 1);
  omp_set_num_threads (-5);
  CHECK (omp_get_max_threads () == 1);
  omp_set_num_threads (4);
  CHECK (omp_get_num_procs () >= 1 && omp_get_thread_limit () == INT_MAX);
  omp_set_dynamic (17);
  CHECK (omp_get_dynamic () == 1);
  omp_set_dynamic (0);
  CHECK (omp_get_dynamic () == 0);
}

static void
levels (void)
{
  CHECK (omp_get_supported_active_levels () > 1);
  omp_set_max_active_levels (-1);
  CHECK (omp_get_max_active_levels () == 1 && omp_get_nested () == 0);
  omp_set_nested (1);
  CHECK (omp_get_max_active_levels () == omp_get_supported_active_levels ());
  CHECK (omp_get_nested () == 1);
  omp_set_nested (0);
  CHECK (omp_get_max_active_levels () == 1);
  omp_set_max_active_levels (INT_MAX);
  CHECK (omp_get_max_active_levels () == omp_get_supported_active_levels ());
  omp_set_max_active_levels (0);
  CHECK (omp_get_max_active_levels () == 0);
#pragma omp parallel num_threads(4)
  CHECK (omp_get_num_threads () == 1 && omp_get_level () == 1);
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(1)
#pragma omp parallel num_threads(2)
  {
    CHECK (omp_get_level () == 3 && omp_get_active_level () == 2);
    CHECK (omp_get_nested () == 0);
    CHECK (omp_get_team_size (0) == 1 && omp_get_team_size (1) == 2);
    CHECK (omp_get_team_size (2) == 1 && omp_get_team_size (3) == 2);
    CHECK (omp_get_team_size (4) == -1 && omp_get_team_size (-1) == -1);
    CHECK (omp_get_ancestor_thread_num (0) == 0);
    CHECK (omp_get_ancestor_thread_num (2) == 0);
    CHECK (omp_get_ancestor_thread_num (3) == omp_get_thread_num ());
    CHECK (omp_get_ancestor_thread_num (4) == -1);
    CHECK (omp_in_parallel ());
  }
  omp_set_max_active_levels (1);
}

static void
check_schedule (unsigned kind, int chunk, unsigned kind_then, int chunk_then)
{
  omp_sched_t found;
  int found_chunk;
  omp_set_schedule ((omp_sched_t)kind, chunk);
  omp_get_schedule (&found, &found_chunk);
  CHECK ((unsigned)found == kind_then && found_chunk == chunk_then);
}

static void
schedules (void)
{
  unsigned monotonic = omp_sched_monotonic;
  check_schedule (omp_sched_guided, 5, omp_sched_guided, 5);
  check_schedule (0, 9, omp_sched_guided, 5);
  check_schedule (5, 9, omp_sched_guided, 5);
  check_schedule (omp_sched_auto, 9, omp_sched_auto, 5);
  check_schedule (omp_sched_static, -3, omp_sched_static, 0);
  check_schedule (omp_sched_dynamic, 0, omp_sched_dynamic, 1);
  check_schedule (monotonic | omp_sched_dynamic, 2,
                  monotonic | omp_sched_dynamic, 2);
  /* Each task has its own.  */
#pragma omp parallel num_threads(2)
  {
    check_schedule (omp_sched_static, 7 + omp_get_thread_num (),
                    omp_sched_static, 7 + omp_get_thread_num ());
#pragma omp barrier
    omp_sched_t kind;
    int chunk;
    omp_get_schedule (&kind, &chunk);
    CHECK (chunk == 7 + omp_get_thread_num ());
  }
  omp_sched_t kind;
  int chunk;
  omp_get_schedule (&kind, &chunk);
  CHECK (chunk == 2);
}

/* Compilers do not let a teams region call it directly.  */
static int
limit (void)
{
  return omp_get_thread_limit ();
}

static void
leagues (void)
{
  CHECK (omp_get_max_teams () == 0 && omp_get_teams_thread_limit () == 0);
  omp_set_num_teams (5);
  omp_set_num_teams (-1);
  CHECK (omp_get_max_teams () == 5);
  omp_set_teams_thread_limit (3);
  omp_set_teams_thread_limit (-1);
  CHECK (omp_get_teams_thread_limit () == 3);
  int teams = 0;
#pragma omp teams reduction(+ : teams)
  {
    teams++;
    CHECK (omp_get_num_teams () == 5 && limit () == 3);
  }
  CHECK (teams == 5 && omp_get_num_teams () == 1 && omp_get_team_num () == 0);
#pragma omp teams num_teams(2) thread_limit(1)
  CHECK (omp_get_num_teams () == 2 && limit () == 1);
  CHECK (omp_get_thread_limit () == INT_MAX);
  omp_set_num_teams (0);
  omp_set_teams_thread_limit (0);
}

static void
pauses (void)
{
#pragma omp parallel num_threads(3)
  {
    CHECK (omp_pause_resource_all (omp_pause_soft) == -1);
    CHECK (omp_pause_resource (omp_pause_hard, omp_get_initial_device ())
           == -1);
  }
  CHECK (omp_pause_resource_all (omp_pause_hard) == 0);
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum++;
  CHECK (sum == 3);
  CHECK (omp_pause_resource (omp_pause_soft, omp_get_initial_device ()) == 0);
  CHECK (omp_pause_resource (omp_pause_soft, -77) == -1);
  CHECK (omp_pause_resource (omp_pause_soft, omp_get_num_devices () + 1) == -1);
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum++;
  CHECK (sum == 6);
}

static void
tasks (void)
{
  CHECK (omp_get_max_task_priority () == 0 && !omp_in_final ());
  CHECK (omp_get_cancellation () == 0);
#pragma omp task final(1)
  {
    CHECK (omp_in_final ());
#pragma omp task
    CHECK (omp_in_final ());
  }
  CHECK (!omp_in_final ());
  CHECK (omp_get_wtick () > 0 && omp_get_wtick () < 1);
  double before = omp_get_wtime ();
  CHECK (omp_get_wtime () >= before);
}

/* GCC 16 knows the results of some routines, and calls none.  */
static void
known (void)
{
  int (*volatile ask) (void) = omp_get_initial_device;
  CHECK (ask () == omp_get_initial_device ());
}

int
main (void)
{
  CHECK (omp_get_proc_bind () == omp_proc_bind_false);
  threads ();
  levels ();
  schedules ();
  leagues ();
  pauses ();
  tasks ();
  known ();
  return 0;
}
