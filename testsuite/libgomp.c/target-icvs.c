/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-set-target-env-var OMP_NUM_TEAMS "7" } */
/* { dg-set-target-env-var OMP_NUM_TEAMS_DEV "5" } */
/* { dg-set-target-env-var OMP_NUM_TEAMS_DEV_1 "4" } */
/* { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_ALL "6" } */
/* { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_DEV_1 "2" } */
/* { dg-set-target-env-var OMP_NUM_THREADS "2" } */
/* { dg-set-target-env-var OMP_NUM_THREADS_DEV "3,2" } */
/* { dg-set-target-env-var OMP_THREAD_LIMIT_DEV_0 "9" } */
/* { dg-set-target-env-var OMP_SCHEDULE_DEV "guided,4" } */
/* { dg-set-target-env-var OMP_DYNAMIC_DEV "false" } */
/* { dg-set-target-env-var OMP_MAX_ACTIVE_LEVELS_DEV "3" } */
/* { dg-set-target-env-var OMP_DEFAULT_DEVICE "1" } */
/* { dg-skip-stock "variables of devices are from GCC 13 on" } */
/* The control variables of a device start with the values of the environment
   variables for devices.  A change that a region makes ends with the region and
   affects no other region.  */

#include <limits.h>

#include "target-check.h"

static void
on (int device, int separate, int teams, int limit, int thread_limit)
{
  int seen[10] = { 0 }, chunk = 0;
  omp_sched_t kind = 0;

#pragma omp target device(device) map(from: seen, kind, chunk)
  {
    seen[0] = omp_get_max_teams ();
    seen[1] = omp_get_teams_thread_limit ();
    seen[2] = omp_get_max_threads ();
    seen[3] = omp_get_thread_limit ();
    seen[4] = omp_get_dynamic ();
    seen[5] = omp_get_max_active_levels ();
    seen[6] = omp_get_num_devices ();
    seen[7] = omp_get_device_num ();
    seen[8] = omp_get_initial_device ();
    omp_get_schedule (&kind, &chunk);
  }
  CHECK (seen[0] == teams && seen[1] == limit);
  CHECK (seen[2] == (separate ? 3 : 2));
  CHECK (seen[3] == thread_limit);
  CHECK (seen[4] == 0);
  CHECK (seen[6] == omp_get_num_devices ());
  CHECK (seen[7] == device);
  CHECK (seen[8] == omp_get_initial_device ());
  if (separate)
    CHECK (seen[5] == 3 && kind == omp_sched_guided && chunk == 4);
}

#pragma omp declare target
static void
count_teams (int *count, int *told, int *most)
{
#pragma omp atomic
  ++*count;
  if (omp_get_team_num () == 0)
    {
      *told = omp_get_num_teams ();
      *most = omp_get_thread_limit ();
    }
}
#pragma omp end declare target

/* Teams without clauses get what the variables say.  */
static void
teams_on (int device, int teams, int limit)
{
  int count = 0, most = 0, told = 0;

#pragma omp target teams device(device) map(tofrom: count, most, told)
  count_teams (&count, &told, &most);
  CHECK (count == told);
  CHECK (count == teams && most == limit);
}

#pragma omp declare target
static void
look_at_team (int expected, int *teams, int *wrong)
{
  int threads = 0;

#pragma omp parallel num_threads(expected + 3)
#pragma omp single
  threads = omp_get_num_threads ();
#pragma omp atomic
  ++*teams;
#pragma omp atomic
  *wrong += threads != expected || omp_get_thread_limit () != expected;
}

static void
look_at_limit (int *limit)
{
  int own = omp_get_thread_limit ();
#pragma omp atomic write
  *limit = own;
}
#pragma omp end declare target

/* Threads of parallel regions that ask for more, in each team.  */
static void
threads_of_teams (int device, int expected)
{
  int teams = 0, wrong = 0;

#pragma omp target teams num_teams(3) device(device) map(tofrom: teams, wrong)
  look_at_team (expected, &teams, &wrong);
  CHECK (teams == 3 && wrong == 0);
}

/* A clause, of either construct, comes before the variable; the limit of the
   region holds for its teams.  */
static void
limits_by_clauses (int device, int variable)
{
  int limit = 0;

#pragma omp target teams thread_limit(9) device(device) map(from: limit)
  look_at_limit (&limit);
  CHECK (limit == 9);
#pragma omp target teams thread_limit(1) device(device) map(from: limit)
  look_at_limit (&limit);
  CHECK (limit == 1);
#pragma omp target thread_limit(1) device(device) map(from: limit)
#pragma omp teams
  look_at_limit (&limit);
  CHECK (limit == 1);
#pragma omp target teams device(device) map(from: limit)
  look_at_limit (&limit);
  CHECK (limit == variable);
}

static void
settings_last_for_a_region (int device)
{
  int before[3] = { 0 }, after[3] = { 0 }, inside[3] = { 0 };

#pragma omp target device(device) map(from: before, inside)
  {
    before[0] = omp_get_max_threads ();
    before[1] = omp_get_max_active_levels ();
    before[2] = omp_get_dynamic ();
    omp_set_num_threads (5);
    omp_set_max_active_levels (2);
    omp_set_dynamic (1);
    omp_set_schedule (omp_sched_static, 17);
    inside[0] = omp_get_max_threads ();
    inside[1] = omp_get_max_active_levels ();
    inside[2] = omp_get_dynamic ();
  }
  CHECK (inside[0] == 5 && inside[1] == 2 && inside[2] == 1);
#pragma omp target device(device) map(from: after)
  {
    after[0] = omp_get_max_threads ();
    after[1] = omp_get_max_active_levels ();
    after[2] = omp_get_dynamic ();
  }
  for (int i = 0; i < 3; i++)
    CHECK (after[i] == before[i]);
  CHECK (omp_get_max_threads () == 2 && !omp_get_dynamic ());
}

/* The host's settings concern regions on the host only.  */
static void
settings_of_the_host (int device, int separate)
{
  int seen = 0;

  omp_set_num_threads (4);
#pragma omp target device(device) map(from: seen)
  seen = omp_get_max_threads ();
  CHECK (seen == (separate ? 3 : 2));
  omp_set_num_threads (2);
}

static void
default_device (int devices)
{
  int where = -1;

  CHECK (omp_get_default_device () == 1);
#pragma omp target map(from: where)
  where = omp_get_device_num ();
  CHECK (where == (devices ? 1 : omp_get_initial_device ()));
  omp_set_default_device (0);
#pragma omp target map(from: where)
  where = omp_get_device_num ();
  CHECK (where == (devices ? 0 : omp_get_initial_device ()));
  /* It is the task's own.  */
#pragma omp task
  omp_set_default_device (1);
#pragma omp taskwait
  CHECK (omp_get_default_device () == 0);
  omp_set_default_device (omp_get_initial_device ());
#pragma omp target map(from: where)
  where = omp_is_initial_device ();
  CHECK (where == 1);
  /* It says where data are, too.  */
  omp_set_default_device (0);
#pragma omp target enter data map(to: where)
  CHECK (omp_target_is_present (&where, 0));
  if (devices)
    CHECK (!omp_target_is_present (&where, 1));
#pragma omp target exit data map(delete: where)
}

/* Each team, and each region, has an allocator of its own.  */
static void
allocators (int device)
{
  int others = 0;

#pragma omp target teams num_teams(20) map(tofrom: others) device(device)
  {
#pragma omp parallel num_threads(1)
    if (omp_get_default_allocator () != omp_default_mem_alloc)
      {
#pragma omp atomic
        others++;
      }
#pragma omp parallel num_threads(2)
    omp_set_default_allocator (omp_large_cap_mem_alloc);
  }
  CHECK (others == 0);
#pragma omp target device(device)
  omp_set_default_allocator (omp_large_cap_mem_alloc);
  CHECK (omp_get_default_allocator () == omp_default_mem_alloc);
}

int
main (void)
{
  int devices = omp_get_num_devices ();

  CHECK (devices == 0 || devices == 2);
  CHECK (omp_get_max_teams () == 7 && omp_get_teams_thread_limit () == 6);
  default_device (devices);
  if (!devices)
    {
      on (0, 0, 7, 6, INT_MAX);
#ifdef __clang__
      /* There OMP_NUM_TEAMS counts, and regions are their caller's code.  */
      return 0;
#endif
      teams_on (0, 1, 6);
      threads_of_teams (0, 6);
      limits_by_clauses (0, 6);
      omp_set_teams_thread_limit (2);
      teams_on (0, 1, 2);
      omp_set_teams_thread_limit (6);
      settings_last_for_a_region (0);
      settings_of_the_host (0, 0);
      allocators (0);
      return 0;
    }
  on (0, 1, 5, 6, 9);
  on (1, 1, 4, 2, INT_MAX);
  teams_on (0, 5, 6);
  teams_on (1, 4, 2);
  threads_of_teams (0, 6);
  threads_of_teams (1, 2);
  limits_by_clauses (0, 6);
  limits_by_clauses (1, 2);
  for (int device = 0; device < devices; device++)
    {
      settings_last_for_a_region (device);
      settings_of_the_host (device, 1);
      allocators (device);
    }
  return 0;
}
