/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Barriers of a team (OpenMP 5.1 sections 2.19.2, 2.19.3, 2.20.1); see
   team/barrier.h.

   A thread that waits at a barrier runs the team's tasks.  A barrier opens when
   all threads have arrived and no task is pending.  The last thread to arrive
   opens it at once if there are no tasks.  Otherwise it marks the barrier as
   full, and the thread that then finds no pending task opens it; the thread
   that ran the last task checks.

   A thread that sleeps while tasks could come counts in team->idle, unless its
   last look before the sleep finds a task.

   Model: testsuite/models/pending.pml.  */

#include "team/barrier.h"

#include <limits.h>

#include "base/invariant.h"
#include "team/idle.h"
#include "team/pool.h"
#include "team/workshare.h"

/* Open the barrier if it is full and no task keeps it shut; true: it is
   open.  */
static bool
try_open (struct gomp_team *team)
{
  bool full = atomic_load (&team->full);
  if (likely (!full) || gomp_tasking_pending (team) != 0
      || !atomic_compare_exchange_strong (&team->full, &full, false))
    return false;
  atomic_store_explicit (&team->share_cancelled, false, memory_order_relaxed);
  if (unlikely (gomp_team_cancelled (team)))
    gomp_barrier_break (&team->barrier);
  else
    gomp_barrier_open (&team->barrier);
  return true;
}

/* Run TASK, if any, and others as long as there are any, or until SELF is to
   retire according to S; true if something happened.  */
bool
gomp_team_run_tasks (struct gomp_thread *self, struct gomp_task *task,
                     struct gomp_surplus *s)
{
  bool worked = task != NULL;
  if (worked)
    gomp_surplus_work (self);
  while (task != NULL)
    {
      gomp_tasking_run (self, task);
      task = gomp_surplus_consider (s, self) ? NULL : gomp_tasking_find (self);
    }
  return try_open (self->team) || worked;
}

/* All have arrived at the barrier; true: it is open.  */
static bool
filled (struct gomp_team *team)
{
  if (unlikely (gomp_tasking_pending (team) != 0))
    {
      atomic_store (&team->full, true);
      return try_open (team);
    }
  if (unlikely (gomp_team_share_cancelled (team)))
    atomic_store_explicit (&team->share_cancelled, false, memory_order_relaxed);
  gomp_barrier_open (&team->barrier);
  return true;
}

static void
count_idle (struct gomp_team_rest *r, bool idle)
{
  if (r->idle == idle)
    return;
  gomp_invariant (idle || atomic_load (&r->self->team->idle) != 0,
                  "an idle thread wakes that its team did not count");
  r->idle = idle;
  atomic_fetch_add (&r->self->team->idle, idle ? 1u : -1u);
}

static bool
look_at_barrier (void *arg)
{
  struct gomp_team_rest *r = arg;
  if (gomp_surplus_consider (&r->surplus, r->self))
    return true;
  struct gomp_task *task = gomp_tasking_find (r->self);
  if (task != NULL)
    {
      count_idle (r, false);
      gomp_idle_end (&r->raised);
    }
  if (gomp_team_run_tasks (r->self, task, &r->surplus))
    return true;
  if (atomic_load_explicit (&r->self->team->full, memory_order_relaxed))
    gomp_idle_begin (&r->raised);
  return false;
}

static bool
asleep_at_barrier (void *arg, bool entering)
{
  struct gomp_team_rest *r = arg;
  count_idle (r, entering);
  if (!entering)
    {
      gomp_surplus_slept (&r->surplus);
      gomp_surplus_woken (r->self->team);
    }
  return entering && atomic_load (&r->self->team->had_tasks);
}

/* The last look of a thread that retires.  */
static bool
look_in_retirement (void *arg)
{
  struct gomp_team_rest *r = arg;
  struct gomp_team *team = r->self->team;
  if (atomic_load_explicit (&team->full, memory_order_relaxed))
    gomp_idle_begin (&r->raised);
  return gomp_surplus_is_needed (&r->surplus, team) || try_open (team);
}

/* Wait until WORD differs from SEEN; returns its value, which may still equal
   SEEN.  */
unsigned
gomp_team_rest (struct gomp_team_rest *r, struct gomp_wait_word *word,
                unsigned seen)
{
  struct gomp_wait_poll poll = { .look = look_at_barrier,
                                 .asleep = asleep_at_barrier,
                                 .arg = r,
                                 .habit = &r->self->rest,
                                 .cpu_waiters = &r->self->cpu_waiters };
  if (likely (!r->surplus.retires))
    {
      unsigned value = gomp_wait_while_polling (word, seen, &poll);
      return r->surplus.retires ? gomp_wait_value (word) : value;
    }
  poll.look = look_in_retirement;
  return gomp_surplus_retire (&r->surplus, r->self->team, word, seen, &poll);
}

/* Wait until the barrier of SELF's team has opened more than EPOCH times, or,
   if the wait may be CUT off, the region is cancelled.  */
static void
wait_open (struct gomp_thread *self, unsigned epoch, bool cut)
{
  struct gomp_team *team = self->team;
  struct gomp_barrier *b = &team->barrier;
  struct gomp_team_rest r = { .self = self };
  unsigned value = gomp_wait_value (&b->word);
  while (value >> GOMP_WAIT_NUDGE_BITS == epoch
         && !(cut && gomp_team_cancelled (team)))
    value = gomp_team_rest (&r, &b->word, value);
  gomp_idle_end (&r.raised);
}

void
gomp_team_wait_tasks (struct gomp_thread *self, struct gomp_team *team,
                      unsigned epoch)
{
  if (team->forked)
    return;
  atomic_store (&team->full, true);
  try_open (team);
  wait_open (self, epoch, false);
}

/* Wait until all threads of SELF's team are here, or the region is
   cancelled.  */
static inline void
meet (struct gomp_thread *self, struct gomp_team *team)
{
  unsigned epoch = gomp_barrier_epoch (&team->barrier);
  gomp_tsan_release (gomp_team_barrier_object (team, epoch));
  if (!gomp_barrier_arrive (&team->barrier, self->thread_num) || !filled (team))
    wait_open (self, epoch, true);
  gomp_tsan_acquire (gomp_team_barrier_object (team, epoch));
}

static COLD bool
cancellable_barrier (struct gomp_thread *self, struct gomp_team *team)
{
  gomp_workshare_return_copied (self);
  if (!gomp_team_cancelled (team))
    meet (self, team);
  bool cancelled = gomp_team_cancelled (team);
  gomp_workshare_take_back (self, cancelled);
  return cancelled;
}

static NOINLINE bool
barrier_outside (struct gomp_thread *self)
{
  gomp_tasking_drain (self);
  return false;
}

static NOINLINE bool
barrier_alone (struct gomp_thread *self, struct gomp_team *team)
{
  gomp_team_finish_alone (self, team);
  return gomp_team_cancelled (team);
}

static NOINLINE bool
barrier_together (struct gomp_thread *self, struct gomp_team *team)
{
  if (unlikely (gomp_icv_global.cancellation))
    return cancellable_barrier (self, team);
  meet (self, team);
  return false;
}

/* A team of one mostly has nothing to do here, and then saves no
   registers.  */
bool
gomp_team_barrier (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (team == NULL)
    return barrier_outside (self);
  self->workshare_base = self->workshare_count;
  if (team->nthreads != 1)
    return barrier_together (self, team);
  if (unlikely (!gomp_team_is_idle_alone (team)))
    return barrier_alone (self, team);
  return gomp_team_cancelled (team);
}

bool
gomp_team_wake_one (struct gomp_team *team)
{
  if (gomp_wait_nudge (&team->barrier.word, 1) != 0
      || gomp_wait_nudge (&team->join.word, 1) != 0)
    return true;
  for (unsigned i = 1; i < team->nthreads; i++)
    if (gomp_wait_nudge (&team->workers[i]->dock, 1) != 0)
      return true;
  return false;
}

void
gomp_team_cancel (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (team == NULL)
    return;
  /* Pairs with the loads of the flag after a nudge.  */
  atomic_store (&team->cancelled, true);
  gomp_tasking_cancel_team (team);
  gomp_wait_nudge (&team->barrier.word, INT_MAX);
}

void
gomp_team_cancel_share (struct gomp_thread *self)
{
  if (self->team != NULL)
    atomic_store_explicit (&self->team->share_cancelled, true,
                           memory_order_relaxed);
}
