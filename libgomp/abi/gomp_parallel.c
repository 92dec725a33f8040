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

void
gomp_abi_teams (void (*fn) (void *), void *data, unsigned num_teams,
                unsigned thread_limit, unsigned default_teams)
{
  struct gomp_thread *self = gomp_self ();
  unsigned teams
      = given_or (num_teams, gomp_icv_global.num_teams, default_teams);
  uint32_t limit = gomp_abi_limit_threads (
      self, given_or (thread_limit, gomp_icv_global.teams_thread_limit, 0));
  unsigned old_num = self->team_num;
  unsigned old_teams = self->num_teams;
  self->num_teams = teams;
  for (unsigned i = 0; i < teams; i++)
    {
      self->team_num = i;
      fn (data);
    }
  self->team_num = old_num;
  self->num_teams = old_teams;
  gomp_abi_limit_threads (self, limit);
}

void
GOMP_teams_reg (void (*fn) (void *), void *data, unsigned num_teams,
                unsigned thread_limit, unsigned flags)
{
  (void)flags;
  gomp_abi_teams (fn, data, num_teams, thread_limit, DEFAULT_TEAMS);
}
