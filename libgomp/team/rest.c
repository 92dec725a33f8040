/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where threads of a team rest: barriers inside the region, its end, and the
   dock between regions (OpenMP 5.1 sections 2.19.2, 2.19.3, 2.20.1).

   A resting thread runs the team's tasks.  A barrier opens when all threads
   have arrived and no task is pending: the last to arrive opens it at once if
   there are no tasks, otherwise says that it is full, and whoever then finds
   that none is pending (the thread that ran the last one looks) opens it.

   At the end of a region only the primary waits: when all workers have come
   by, it completes the tasks that are left.  A worker goes back to its dock
   and helps from there; since it is not waited for any more, it does so under
   a count of helpers, which the primary waits to reach zero after closing the
   region:

     worker   helpers++; is the region's number still mine? run tasks; helpers--
     primary  number = 0; helpers == 0?

   all sequentially consistent, so that a worker that was overlooked sees the
   region closed.  Without tasks in the region no worker had reason to help,
   and the primary saves itself that.

   A thread that sleeps while tasks could come counts in team->idle, until its
   last look before the sleep finds a task.  A docked
   worker's share of it is taken back either by the worker or, if the team's
   next region goes without it, by the primary (gomp_team_forget_idle): whoever
   resets worker->counted.

   Model: testsuite/models/join.pml.
   Model: testsuite/models/pending.pml.  */

#include <limits.h>

#include "team/hooks.h"
#include "team/idle.h"
#include "team/pool.h"
#include "team/surplus.h"
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
  gomp_barrier_open (&team->barrier);
  return true;
}

/* Run TASK, if any, and others while there are any, or until SELF is to retire
   as S says; true: something happened.  */
static bool
work (struct gomp_thread *self, struct gomp_task *task, struct gomp_surplus *s)
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

/* A thread at a barrier or, the primary, at the end of the region.  */
struct resting
{
  struct gomp_thread *self;
  bool idle; /* counts in team->idle */
  bool told; /* it is, as waiting for tasks alone */
  struct gomp_surplus surplus;
};

static void
count_idle (struct resting *r, bool idle)
{
  if (r->idle == idle)
    return;
  r->idle = idle;
  atomic_fetch_add (&r->self->team->idle, idle ? 1u : -1u);
}

static bool
look_at_barrier (void *arg)
{
  struct resting *r = arg;
  if (gomp_surplus_consider (&r->surplus, r->self))
    return true;
  struct gomp_task *task = gomp_tasking_find (r->self);
  if (task != NULL)
    {
      count_idle (r, false);
      gomp_idle_end (&r->told);
    }
  if (work (r->self, task, &r->surplus))
    return true;
  if (atomic_load_explicit (&r->self->team->full, memory_order_relaxed))
    gomp_idle_begin (&r->told);
  return false;
}

static bool
asleep_at_barrier (void *arg, bool entering)
{
  struct resting *r = arg;
  count_idle (r, entering);
  if (!entering)
    gomp_surplus_woken (r->self->team);
  return entering && atomic_load (&r->self->team->had_tasks);
}

/* The last look of one that retires.  */
static bool
look_in_retirement (void *arg)
{
  struct resting *r = arg;
  struct gomp_team *team = r->self->team;
  if (atomic_load_explicit (&team->full, memory_order_relaxed))
    gomp_idle_begin (&r->told);
  return gomp_surplus_unwatched (&r->surplus, team) || try_open (team);
}

/* Wait until WORD differs from SEEN; returns its value, which may be the
   same.  */
static unsigned
rest (struct resting *r, struct gomp_wait_word *word, unsigned seen)
{
  struct gomp_wait_poll poll = { .look = look_at_barrier,
                                 .asleep = asleep_at_barrier,
                                 .arg = r,
                                 .habit = &r->self->rest,
                                 .beside = &r->self->beside };
  if (likely (!r->surplus.retires))
    return gomp_wait_while_polling (word, seen, &poll);
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
  struct resting r = { .self = self };
  unsigned value = gomp_wait_value (&b->word);
  while (value >> GOMP_WAIT_NOTE_BITS == epoch
         && !(cut && gomp_team_cancelled (team)))
    value = rest (&r, &b->word, value);
  gomp_idle_end (&r.told);
}

/* Complete the tasks of SELF's team, some of which may wait for an event from
   outside, when no other thread can make any.  */
static void
finish_tasks (struct gomp_thread *self, struct gomp_team *team)
{
  unsigned epoch = gomp_barrier_epoch (&team->barrier);
  if (gomp_tasking_pending (team) != 0 && !team->forked)
    {
      atomic_store (&team->full, true);
      try_open (team);
      wait_open (self, epoch, false);
    }
  /* What the tasks released, which ended before it opened.  */
  gomp_tsan_acquire (gomp_team_barrier_object (team, epoch));
}

/* The barrier of a team of one.  */
static void
finish_alone (struct gomp_thread *self, struct gomp_team *team)
{
  if (unlikely (gomp_team_share_cancelled (team)))
    atomic_store_explicit (&team->share_cancelled, false, memory_order_relaxed);
  finish_tasks (self, team);
}

/* Until all threads of SELF's team are here, or the region is cancelled.  */
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

bool
gomp_team_barrier (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (team == NULL)
    {
      gomp_tasking_drain (self);
      return false;
    }
  self->workshare_base = self->workshare_count;
  if (team->nthreads == 1)
    {
      finish_alone (self, team);
      return gomp_team_cancelled (team);
    }
  if (unlikely (gomp_icv_global.cancellation))
    return cancellable_barrier (self, team);
  meet (self, team);
  return false;
}

void
gomp_team_join_worker (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (unlikely (gomp_team_cancelled (team)))
    gomp_workshare_abandon (self);
  gomp_tsan_release (&team->join);
  gomp_gathering_arrive (&team->join, self->thread_num);
}

/* Wait for the workers, running tasks meanwhile.  */
static void
gather (struct gomp_thread *self, struct gomp_team *team)
{
  gomp_gathering_arrive (&team->join, 0);
  unsigned value = gomp_wait_value (&team->join.word);
  struct resting r = { .self = self };
  while (!gomp_gathering_complete (value))
    value = rest (&r, &team->join.word, value);
  gomp_idle_end (&r.told);
  gomp_gathering_reset (&team->join);
  if (unlikely (gomp_team_share_cancelled (team)))
    atomic_store_explicit (&team->share_cancelled, false, memory_order_relaxed);
}

/* No worker may be busy with the region's tasks when the primary goes on.  */
static void
wait_helpers (struct gomp_team *team)
{
  atomic_store (&team->region, 0);
  unsigned round = 0;
  while (atomic_load (&team->helpers) != 0)
    gomp_spin_round (&round);
  atomic_store_explicit (&team->had_tasks, false, memory_order_relaxed);
}

void
gomp_team_join_primary (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (team->nthreads == 1)
    finish_alone (self, team);
  else
    {
      if (unlikely (gomp_team_cancelled (team)))
        gomp_workshare_abandon (self);
      gather (self, team);
      gomp_tsan_acquire (&team->join);
      finish_tasks (self, team);
    }
  if (atomic_load_explicit (&team->had_tasks, memory_order_relaxed))
    wait_helpers (team);
}

/* A worker in its dock.  */
struct docked
{
  struct gomp_thread *self;
  struct gomp_pool_worker *worker;
  struct gomp_team *team; /* the team it worked for last, or NULL */
  unsigned region;        /* the region, too */
  uint64_t looks_from;    /* see gomp_team_look_after_primary */
  struct gomp_surplus surplus;
};

static bool
still_open (const struct docked *d)
{
  return d->team != NULL && atomic_load (&d->team->region) == d->region;
}

/* Whether D gives its primary the mask back.  */
static bool
looks_after_primary (const struct docked *d)
{
  return gomp_places_defined () && d->team != NULL && d->self->thread_num == 1;
}

static void
uncount (struct gomp_team *team, struct gomp_pool_worker *worker)
{
  /* Mostly it is not counted, and reading leaves the line shared.  */
  struct gomp_team *counted = atomic_load (&worker->counted);
  if (counted == team
      && atomic_compare_exchange_strong (&worker->counted, &counted, NULL))
    atomic_fetch_sub (&team->idle, 1);
}

static bool
help (struct docked *d)
{
  struct gomp_task *task = gomp_tasking_find (d->self);
  if (task != NULL)
    uncount (d->team, d->worker);
  return work (d->self, task, &d->surplus);
}

/* Returning true would only make the wait begin again.  */
static bool
look_from_dock (void *arg)
{
  struct docked *d = arg;
  if (looks_after_primary (d))
    gomp_team_look_after_primary (d->team, &d->looks_from);
  /* Between regions the number of pending tasks says nothing yet, but most
     regions have none.  */
  if (d->team == NULL || gomp_tasking_pending (d->team) == 0 || !still_open (d))
    return false;
  if (gomp_surplus_consider (&d->surplus, d->self))
    return true;
  atomic_fetch_add (&d->team->helpers, 1);
  bool worked = still_open (d) && help (d);
  atomic_fetch_sub (&d->team->helpers, 1);
  return worked;
}

static bool
asleep_in_dock (void *arg, bool entering)
{
  struct docked *d = arg;
  if (d->team == NULL)
    return false;
  if (!entering)
    {
      uncount (d->team, d->worker);
      gomp_surplus_woken (d->team);
      if (looks_after_primary (d))
        gomp_team_watch_primary (d->team, d->worker);
      return false;
    }
  if (looks_after_primary (d))
    gomp_team_leave_primary (d->team, d->worker);
  if (!still_open (d))
    return false;
  atomic_fetch_add (&d->team->idle, 1);
  atomic_store (&d->worker->counted, d->team);
  /* The primary may have gone over the workers before it saw this one.  */
  if (!still_open (d))
    uncount (d->team, d->worker);
  return atomic_load (&d->team->had_tasks);
}

static bool
look_in_retirement_from_dock (void *arg)
{
  struct docked *d = arg;
  return !still_open (d) || gomp_surplus_unwatched (&d->surplus, d->team);
}

/* Wait until the dock word differs from SEEN; returns its value, which may be
   the same.  In a device process the worker may be on the CPU of the host's
   thread that launches small regions one after the other, which are over before
   it gets that CPU: so it offers the CPU at once and goes on doing so, as a
   worker that sleeps would be woken for each of them.  */
static unsigned
lie (struct docked *d, unsigned seen)
{
  struct gomp_wait_poll poll = { .look = look_from_dock,
                                 .asleep = asleep_in_dock,
                                 .arg = d,
                                 .habit = &d->self->dock,
                                 .beside = &d->self->beside,
                                 .patient = gomp_pool_lends,
                                 .in_turn = gomp_pool_lends,
                                 .parks = true };
  struct gomp_wait_word *word = &d->worker->dock;
  if (likely (!d->surplus.retires))
    return gomp_wait_while_polling (word, seen, &poll);
  d->surplus.retires = still_open (d);
  if (!d->surplus.retires)
    return seen;
  poll.look = look_in_retirement_from_dock;
  return gomp_surplus_retire (&d->surplus, d->team, word, seen, &poll);
}

void
gomp_team_dock (struct gomp_pool_worker *worker, unsigned seen, unsigned region)
{
  struct gomp_thread *self = gomp_self ();
  struct docked d = {
    .self = self, .worker = worker, .team = self->team, .region = region
  };
  unsigned value = gomp_wait_value (&worker->dock);
  while (value >> GOMP_WAIT_NOTE_BITS == seen)
    value = lie (&d, value);
}

void
gomp_team_forget_idle (struct gomp_team *team, unsigned from)
{
  for (unsigned i = from; i < team->held; i++)
    uncount (team, team->workers[i]);
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
  /* Pairs with the looks at the flag after a nudge.  */
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
