/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of the parallel and host teams constructs (OpenMP 5.1 sections
   2.6 and 2.7).  Any thread.  */

#include <limits.h>

#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "team/team.h"

void
GOMP_parallel (void (*fn) (void *), void *data, unsigned num_threads,
               unsigned flags)
{
  const struct gomp_team_request req = { .fn = fn,
                                         .data = data,
                                         .nthreads = num_threads,
                                         .bind = GOMP_PARALLEL_BIND (flags) };
  gomp_abi_region_run (&req);
}

/* The argument block begins with the address of the reduction array.  */
unsigned
GOMP_parallel_reductions (void (*fn) (void *), void *data, unsigned num_threads,
                          unsigned flags)
{
  const struct gomp_team_request req = { .fn = fn,
                                         .data = data,
                                         .nthreads = num_threads,
                                         .bind = GOMP_PARALLEL_BIND (flags),
                                         .reductions = *(uintptr_t **)data };
  return gomp_abi_region_run (&req);
}

void
GOMP_parallel_start (void (*fn) (void *), void *data, unsigned num_threads)
{
  const struct gomp_team_request req
      = { .fn = fn, .data = data, .nthreads = num_threads };
  gomp_abi_region_start (&req);
}

void
GOMP_parallel_end (void)
{
  gomp_abi_region_end ();
}

/* The size of a league if the program does not give one.  */
#define DEFAULT_TEAMS 3

static unsigned
given_or (unsigned given, int icv, unsigned otherwise)
{
  if (given != 0)
    return given;
  return icv > 0 ? (unsigned)icv : otherwise;
}

uint32_t
gomp_abi_limit_threads (struct gomp_thread *self, unsigned limit)
{
  uint32_t old = self->task->icv->thread_limit;
  uint32_t wanted = limit > INT_MAX ? UINT32_MAX : limit;
  if (limit != 0 && wanted != old)
    gomp_icv_writable (self)->thread_limit = wanted;
  return old;
}

/* What a team sets ends with it: each begins with the control variables of the
   task that encountered the construct, and so does the code behind it.  */
static void
run_teams (struct gomp_thread *self, void (*fn) (void *), void *data,
           unsigned teams)
{
  unsigned old_num = self->team_num;
  unsigned old_teams = self->num_teams;
  const struct gomp_icv icv = *self->task->icv;
  uintptr_t allocator = self->default_allocator;
  self->num_teams = teams;
  for (unsigned i = 0; i < teams; i++)
    {
      self->team_num = i;
      fn (data);
      if (unlikely (self->task->icv_owned))
        *gomp_icv_writable (self) = icv;
      self->default_allocator = allocator;
    }
  self->team_num = old_num;
  self->num_teams = old_teams;
}

static COLD void
run_teams_observed (struct gomp_thread *self,
                    const struct gomp_abi_league *league, unsigned teams,
                    struct gomp_call call)
{
  struct gomp_observed_region region;
  if (!gomp_league_begin_observed (&region, league->fn, league->data,
                                   league->num_teams, teams, call))
    {
      run_teams (self, league->fn, league->data, teams);
      return;
    }
  run_teams (self, gomp_league_team_observed, &region, teams);
  gomp_league_end_observed (&region);
}

static SPECIALIZED void
run_league (struct gomp_thread *self, const struct gomp_abi_league *league,
            bool observed, struct gomp_call call)
{
  unsigned teams = given_or (league->num_teams, gomp_icv_global.num_teams,
                             league->default_teams);
  uint32_t limit = gomp_abi_limit_threads (
      self,
      given_or (league->thread_limit, gomp_icv_global.teams_thread_limit, 0));
  if (observed)
    run_teams_observed (self, league, teams, call);
  else
    run_teams (self, league->fn, league->data, teams);
  gomp_abi_limit_threads (self, limit);
}

void
gomp_abi_teams_run (struct gomp_thread *self,
                    const struct gomp_abi_league *league)
{
  run_league (self, league, false, (struct gomp_call){ .at = NULL });
}

void
gomp_abi_teams_observed (const struct gomp_abi_league *league,
                         struct gomp_call call)
{
  run_league (gomp_self (), league, true, call);
}

void
GOMP_teams_reg (void (*fn) (void *), void *data, unsigned num_teams,
                unsigned thread_limit, unsigned flags)
{
  (void)flags;
  const struct gomp_abi_league league = { .fn = fn,
                                          .data = data,
                                          .num_teams = num_teams,
                                          .thread_limit = thread_limit,
                                          .default_teams = DEFAULT_TEAMS };
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    gomp_abi_teams_observed (&league, GOMP_CALLER);
  else
    gomp_abi_teams_run (self, &league);
}
