/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Teams constructs inside target regions (OpenMP 5.1 section 2.7).  In a region
   on the host, the encountering thread is the initial thread of one team after
   the other; in a device process see team/league.c.  */

#include <limits.h>

#include "abi/gomp_target.h"
#include "team/league.h"
#include "team/observe_device.h"

/* CLAUSE: 0 for none.  */
static void
limit_threads (struct gomp_thread *self, unsigned clause)
{
  const struct gomp_icv *icv = self->task->icv;
  uint32_t limit = gomp_league_limit (clause, icv);
  if (limit != icv->thread_limit)
    gomp_icv_writable (self)->thread_limit = limit;
}

/* The number of teams that a clause asks for; a negative number counts as
   none.  */
static unsigned
wanted_teams (unsigned clause)
{
  return clause > INT_MAX ? 0 : clause;
}

void
GOMP_teams (unsigned num_teams, unsigned thread_limit)
{
  (void)num_teams;
  limit_threads (gomp_self (), thread_limit);
}

/* The next team has the ICVs that the first began with.  */
static bool
begin_next (struct gomp_thread *self)
{
  uint32_t limit = self->task->icv->thread_limit;
  gomp_thread_renew_initial (self);
  if (self->task->icv->thread_limit != limit)
    gomp_icv_writable (self)->thread_limit = limit;
  if (self->team_num + 1 >= self->num_teams)
    return false;
  self->team_num++;
  return true;
}

static inline bool
next_on_host (struct gomp_thread *self, unsigned low, unsigned thread_limit,
              bool first)
{
  if (!first)
    return begin_next (self);
  limit_threads (self, thread_limit);
  self->num_teams = wanted_teams (low) == 0 ? 1 : low;
  self->team_num = 0;
  return true;
}

/* Threads are observed, or the thread is not known yet.  */
static COLD bool
next_observed (unsigned low, unsigned high, unsigned thread_limit, bool first,
               const void *at)
{
  struct gomp_thread *self = gomp_self ();
  if (self->league == NULL)
    return next_on_host (self, low, thread_limit, first);
  if (gomp_self_is_observed ())
    return gomp_league_next_observed (wanted_teams (high), thread_limit, first,
                                      at);
  return gomp_league_next (wanted_teams (high), thread_limit, first);
}

bool
GOMP_teams4 (unsigned low, unsigned high, unsigned thread_limit, bool first)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return next_observed (low, high, thread_limit, first,
                          __builtin_return_address (0));
  if (self->league != NULL)
    return gomp_league_next (wanted_teams (high), thread_limit, first);
  return next_on_host (self, low, thread_limit, first);
}
