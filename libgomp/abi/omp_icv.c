/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines that get and set internal control variables (OpenMP 5.1 sections
   3.2, 3.4, 3.5 and 3.7).  Setters change the calling task's own block; setters
   of device-wide variables change gomp_icv_global.  */

#include <limits.h>

#include "abi/api.h"
#include "icv/env.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "offload/device/select.h"
#include "ompt/ompt.h"
#include "os/os.h"
#include "team/self.h"
#include "team/team.h"

static struct gomp_icv *
writable (void)
{
  return gomp_icv_writable (gomp_self ());
}

void
omp_set_num_threads (int n)
{
  writable ()->nthreads = n > 0 ? (uint32_t)n : 1;
}

int
omp_get_max_threads (void)
{
  return (int)gomp_icv ()->nthreads;
}

int
omp_get_num_procs (void)
{
  return (int)(gomp_places_defined () ? gomp_places_num_procs ()
                                      : os_num_procs ());
}

void
omp_set_dynamic (int value)
{
  writable ()->dynamic = value != 0;
}

int
omp_get_dynamic (void)
{
  return gomp_icv ()->dynamic;
}

void
omp_set_nested (int value)
{
  struct gomp_icv *icv = writable ();
  if (value != 0)
    icv->max_active_levels = GOMP_MAX_LEVELS;
  else if (icv->max_active_levels > 1)
    icv->max_active_levels = 1;
}

int
omp_get_nested (void)
{
  const struct gomp_thread *self = gomp_self ();
  unsigned levels = self->task->icv->max_active_levels;
  return levels > 1 && levels > gomp_team_active_level (self);
}

void
omp_set_max_active_levels (int levels)
{
  if (levels >= 0)
    writable ()->max_active_levels
        = levels > GOMP_MAX_LEVELS ? GOMP_MAX_LEVELS : (uint8_t)levels;
}

int
omp_get_max_active_levels (void)
{
  return gomp_icv ()->max_active_levels;
}

int
omp_get_supported_active_levels (void)
{
  return GOMP_MAX_LEVELS;
}

/* An unknown kind is ignored.  */
void
omp_set_schedule (omp_sched_t kind, int chunk)
{
  unsigned plain = (unsigned)kind & ~GOMP_SCHEDULE_MONOTONIC;
  if (plain < GOMP_SCHEDULE_STATIC || plain > GOMP_SCHEDULE_AUTO)
    return;
  struct gomp_icv *icv = writable ();
  icv->schedule = (uint32_t)kind;
  if (plain == GOMP_SCHEDULE_AUTO)
    return;
  int least = plain == GOMP_SCHEDULE_STATIC ? 0 : 1;
  icv->schedule_chunk = chunk < 1 ? least : chunk;
}

void
omp_get_schedule (omp_sched_t *kind, int *chunk)
{
  const struct gomp_icv *icv = gomp_icv ();
  *kind = (omp_sched_t)icv->schedule;
  *chunk = icv->schedule_chunk;
}

static int
limit_as_int (uint32_t limit)
{
  return limit > INT_MAX ? INT_MAX : (int)limit;
}

int
omp_get_thread_limit (void)
{
  return limit_as_int (gomp_icv ()->thread_limit);
}

int
omp_get_cancellation (void)
{
  return gomp_icv_globals ()->cancellation;
}

omp_proc_bind_t
omp_get_proc_bind (void)
{
  return (omp_proc_bind_t)gomp_icv ()->bind;
}

int
omp_get_max_task_priority (void)
{
  return gomp_icv_globals ()->max_task_priority;
}

void
omp_set_num_teams (int n)
{
  if (n >= 0)
    gomp_icv_globals ()->num_teams = n;
}

int
omp_get_max_teams (void)
{
  return gomp_icv_globals ()->num_teams;
}

void
omp_set_teams_thread_limit (int n)
{
  if (n >= 0)
    gomp_icv_globals ()->teams_thread_limit = n;
}

int
omp_get_teams_thread_limit (void)
{
  return gomp_icv_globals ()->teams_thread_limit;
}

/* Negative numbers are the host or no device; the default device does not
   change.  */
void
omp_set_default_device (int device)
{
  if (device != omp_default_device)
    writable ()->default_device = device;
}

int
omp_get_default_device (void)
{
  return gomp_default_device ();
}

void
omp_display_env (int verbose)
{
  gomp_env_display (verbose != 0);
}

int
omp_control_tool (int command, int modifier, void *arg)
{
  return gomp_ompt_control (command, modifier, arg,
                            __builtin_return_address (0));
}
