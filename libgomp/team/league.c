/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Leagues in a device process (OpenMP 5.1 section 2.7).

   The code of a region with a teams construct is made for accelerators, which
   run all of it once for each team; in this code the construct is a loop that
   asks for the next team.  Clang's code for this processor has a function
   instead, and gomp_league_run makes the loop.  When the thread that the region
   was launched on meets the construct, it starts a few other threads on the
   region's code.  They reach the construct themselves, and all threads take
   teams in turn until there are no more.  There are at most as many threads as
   CPUs.  The CPUs are divided among the concurrent teams, unless
   OMP_NUM_THREADS sets the number of threads of a team, or ThreadSanitizer is
   there: it finds races of a team's threads only if there are two.

   If the host does not know the number of teams (it depends on mapped data),
   the code before the construct may do more than compute it.  Then, and also if
   there is only one CPU, one thread runs all teams.

   A league belongs to the thread that launched the region, and is on its stack.
   The others use it between the start and the end of the team that they form.
   Each acts as an initial thread meanwhile, and has a new initial task for each
   team.  */

#include "team/league.h"

#include "base/tsan.h"
#include "icv/env.h"
#include "sync/running.h"
#include "team/hooks.h"
#include "team/league_tsan.h"
#include "team/observe_device.h"
#include "team/team.h"

/* The calling thread has finished its previous team and begins team NUMBER;
   false if there is no such team.  */
static bool
begin_team (struct gomp_thread *self, struct gomp_league *league,
            unsigned number)
{
  gomp_tasking_drain (self);
  if (gomp_tsan_active ())
    gomp_league_tsan_team (self, league, number);
  if (number >= league->num_teams)
    return false;
  if (number > 0)
    gomp_thread_renew_initial (self);
  if (unlikely (league->icv != NULL) && !self->task->icv_owned)
    self->task->icv = &league->icv->initial;
  const struct gomp_icv *icv = self->task->icv;
  if (icv->thread_limit != league->thread_limit
      || icv->nthreads != league->nthreads)
    {
      struct gomp_icv *own = gomp_icv_writable (self);
      own->thread_limit = league->thread_limit;
      own->nthreads = league->nthreads;
    }
  self->team_num = number;
  self->num_teams = league->num_teams;
  return true;
}

/* Another thread of the league runs the whole region again.  The first thread
   does its part only if there is no team left.  */
static void
join (void *data)
{
  struct gomp_league *league = data;
  struct gomp_initial_state state;
  if (league->launcher == gomp_self ())
    return;
  gomp_thread_enter_initial (&state);
  gomp_self ()->league = league;
  gomp_self ()->region_frame = __builtin_frame_address (0);
  league->fn (league->data);
  gomp_thread_leave_initial (&state);
}

/* Let THREADS threads run teams; the caller is one of them.  */
static void
start (struct gomp_thread *self, struct gomp_league *league, unsigned threads)
{
  const struct gomp_team_request request
      = { .fn = join, .data = league, .nthreads = threads };
  struct gomp_task_env *task = self->task;
  struct gomp_icv *icv = task->icv;
  /* No setting of the program applies to these threads.  */
  struct gomp_icv unlimited = *gomp_icv_initial ();
  unlimited.thread_limit = UINT32_MAX;
  unlimited.max_active_levels = GOMP_MAX_LEVELS;
  unlimited.dynamic = false;
  unlimited.bind = GOMP_BIND_FALSE;
  league->launcher = self;
  task->icv = &unlimited;
  gomp_team_start (self, &request);
  task->icv = icv;
  gomp_thread_enter_initial (&league->state);
  self->league = league;
}

/* The launched thread found no team left; the others will soon find none.  */
static void
end (struct gomp_thread *self, struct gomp_league *league)
{
  if (league->launcher == NULL)
    {
      if (gomp_tsan_active ())
        gomp_league_tsan_end (league);
      self->team_num = 0;
      self->num_teams = 1;
      return;
    }
  gomp_thread_leave_initial (&league->state);
  gomp_team_end (self);
  if (gomp_tsan_active ())
    gomp_league_tsan_end (league);
  self->league = league;
  league->launcher = NULL;
}

uint32_t
gomp_league_limit (unsigned thread_limit, const struct gomp_icv *icv)
{
  uint32_t variable = (uint32_t)gomp_icv_global.teams_thread_limit;
  if (thread_limit != 0)
    return thread_limit > INT32_MAX ? UINT32_MAX : thread_limit;
  return variable != 0 && variable < icv->thread_limit ? variable
                                                       : icv->thread_limit;
}

unsigned
gomp_league_wanted (const struct gomp_league *league, unsigned num_teams)
{
  if (num_teams == 0 && unlikely (league->icv != NULL))
    num_teams = (unsigned)league->icv->num_teams;
  if (num_teams == 0)
    num_teams = (unsigned)gomp_icv_global.num_teams;
  return num_teams == 0 ? 1 : num_teams;
}

/* What clauses leave to the variables of the league's device.  */
static COLD void
limit_league (struct gomp_league *league, unsigned thread_limit)
{
  const struct gomp_device_icv *icv = league->icv;
  if (thread_limit == 0 && icv->teams_thread_limit != 0
      && (unsigned)icv->teams_thread_limit < league->thread_limit)
    league->thread_limit = (unsigned)icv->teams_thread_limit;
}

/* Does the environment say how many threads a team has?  */
static bool
threads_are_set (const struct gomp_league *league)
{
  return league->icv != NULL ? league->icv->has_threads
                             : gomp_env_is_set ("OMP_NUM_THREADS");
}

/* The thread that was launched meets the construct.  */
static void
meet (struct gomp_thread *self, struct gomp_league *league, unsigned num_teams,
      unsigned thread_limit)
{
  unsigned cpus = gomp_icv_available_cpus ();
  const struct gomp_icv *icv = self->task->icv;
  league->num_teams = gomp_league_wanted (league, num_teams);
  league->thread_limit = gomp_league_limit (thread_limit, icv);
  if (unlikely (league->icv != NULL))
    limit_league (league, thread_limit);
  league->nthreads = icv->nthreads;
  /* Relaxed: other threads read it after they were started.  */
  atomic_store_explicit (&league->next, 0, memory_order_relaxed);
  unsigned threads = league->num_teams < cpus ? league->num_teams : cpus;
  if (threads < 2 || league->asked < 0 || league->asked == 1
      || self->team != NULL)
    return;
  if (!threads_are_set (league) && !gomp_tsan_is_there ())
    league->nthreads = cpus / threads;
  start (self, league, threads);
}

void
gomp_league_started (struct gomp_thread *self)
{
  struct gomp_league *league = self->league;
  if (league != NULL && league->crowded != NULL
      && gomp_running_threads () >= gomp_running_cpus ())
    league->crowded (self->device_tag);
}

bool
gomp_league_next (unsigned num_teams, unsigned thread_limit, bool first)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_league *league = self->league;
  bool joined = league->launcher != NULL && league->launcher != self;
  if (first && !joined)
    meet (self, league, num_teams, thread_limit);
  /* Relaxed: only the number matters, the rest was there before.  */
  if (begin_team (
          self, league,
          atomic_fetch_add_explicit (&league->next, 1, memory_order_relaxed)))
    return true;
  if (!joined)
    end (self, league);
  return false;
}

/* ---- Teams whose code is a function.  */

struct function
{
  void (*fn) (void *);
  void *data;
  unsigned num_teams;
  unsigned thread_limit;
};

/* What the other kind of code does itself, on each thread of the league.  */
static void
run_teams (void *data)
{
  const struct function *f = data;
  bool more = gomp_league_next (f->num_teams, f->thread_limit, true);
  for (; more; more = gomp_league_next (f->num_teams, f->thread_limit, false))
    f->fn (f->data);
}

static void
run_teams_observed (void *data)
{
  const struct function *f = data;
  const void *at = (const void *)f->fn;
  bool more
      = gomp_league_next_observed (f->num_teams, f->thread_limit, true, at);
  while (more)
    {
      f->fn (f->data);
      more = gomp_league_next_observed (f->num_teams, f->thread_limit, false,
                                        at);
    }
}

/* TEAMS is run_teams or its observed instance.  */
static inline void
run_league (struct gomp_thread *self, struct function *function,
            void (*teams) (void *))
{
  struct gomp_league *region = self->league;
  struct gomp_league league
      = { .fn = teams,
          .data = function,
          .icv = region->icv,
          .crowded = region->crowded };
  self->league = &league;
  teams (function);
  self->league = region;
}

/* Threads are observed, or the thread is not known yet.  */
static COLD void
run_league_observed (struct function *function)
{
  struct gomp_thread *self = gomp_self ();
  if (gomp_self_is_observed ())
    run_league (self, function, run_teams_observed);
  else
    run_league (self, function, run_teams);
}

void
gomp_league_run (void (*fn) (void *), void *data, unsigned num_teams,
                 unsigned thread_limit)
{
  struct gomp_thread *self = gomp_self_fast ();
  struct function function = {
    .fn = fn, .data = data, .num_teams = num_teams, .thread_limit = thread_limit
  };
  if (unlikely (self == NULL))
    run_league_observed (&function);
  else
    run_league (self, &function, run_teams);
}
