/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The parallel construct: starting and ending regions (OpenMP 5.1 sections
   2.6 and 2.4.3).

   Owns no data of its own.  The primary prepares the team, writes each worker's
   command into the cache line of its dock word and increments the words; in
   large teams the workers pass it on (each to FAN others).  The end is in
   join.c.  A warm region costs the primary one line for each of its workers and
   one barrier, and no system call unless a worker sleeps.  */

#include "team/team.h"

#include <string.h>

#include "base/invariant.h"
#include "team/affinity_report.h"
#include "team/device_region.h"
#include "team/hooks.h"
#include "team/league.h"
#include "team/league_tsan.h"
#include "team/pool.h"
#include "team/surplus.h"
#include "team/workshare.h"

/* Workers that one thread starts.  */
#define FAN GOMP_BARRIER_FAN

/* Give the workers that SELF starts their commands.  */
static void
signal_workers (struct gomp_thread *self, struct gomp_team *team,
                void (*fn) (void *), void *data)
{
  unsigned first = self->thread_num * FAN + 1;
  unsigned end = first + FAN < team->nthreads ? first + FAN : team->nthreads;
  unsigned region = atomic_load_explicit (&team->region, memory_order_relaxed);
  if (likely (first >= end))
    return;
  for (unsigned i = first; i < end; i++)
    {
      struct gomp_pool_worker *worker = team->workers[i];
      worker->team = team;
      worker->fn = fn;
      worker->data = data;
      worker->thread_num = i;
      worker->device_tag = self->device_tag;
      worker->default_allocator = self->default_allocator;
      worker->team_num = self->team_num;
      worker->num_teams = self->num_teams;
      /* Release: pairs with the acquire in gomp_pool_take.  */
      atomic_store_explicit (&worker->region, region, memory_order_release);
      gomp_pool_signal (worker);
    }
  /* Between the dock words and the loads of their sleepers, see wait.c.  */
  atomic_thread_fence (memory_order_seq_cst);
  for (unsigned i = first; i < end; i++)
    gomp_pool_wake (team->workers[i]);
}

/* SELF begins its implicit task in TEAM as thread THREAD_NUM.  */
static inline void
enter (struct gomp_thread *self, struct gomp_team *team, unsigned thread_num)
{
  gomp_invariant (thread_num < team->nthreads, "thread %u enters a team of %u",
                  thread_num, team->nthreads);
  self->team = team;
  self->thread_num = thread_num;
  self->workshare = NULL;
  self->workshare_count = team->workshare_base;
  self->workshare_base = team->workshare_base;
  self->segment = team->segment;
  self->hot_slot = thread_num == 0 ? &team->inner : &self->hot;
  if (gomp_places_defined () && team->bind != GOMP_BIND_FALSE)
    gomp_bind_start (self, team);
  if (unlikely (gomp_icv_global.display_affinity))
    gomp_team_show_affinity (self);
}

/* The number of the region in WORKER's command, 0 if the primary has taken it.
   Acquire: pairs with the release of the thread that wrote it.  */
static inline unsigned
next_command (struct gomp_pool_worker *worker)
{
  unsigned region
      = atomic_load_explicit (&worker->region, memory_order_acquire);
  if (unlikely (region == 0 || (region & GOMP_POOL_LENT) != 0))
    return gomp_pool_take (worker);
  return region;
}

void
gomp_team_work (struct gomp_pool_worker *worker)
{
  struct gomp_thread *self = gomp_self ();
  unsigned seen = 0;
  unsigned region = 0;
  for (;;)
    {
      gomp_team_dock (worker, seen, region);
      seen = gomp_wait_number (&worker->dock);
      unsigned next = next_command (worker);
      if (unlikely (next == 0))
        continue;
      struct gomp_team *team = worker->team;
      if (team == NULL)
        {
          gomp_league_tsan_stop (self);
          return;
        }
      region = next;
      self->device_tag = worker->device_tag;
      self->default_allocator = worker->default_allocator;
      self->team_num = worker->team_num;
      self->num_teams = worker->num_teams;
      if (gomp_tsan_active ())
        gomp_league_tsan_work (self, __builtin_frame_address (0));
      enter (self, team, worker->thread_num);
      if (unlikely (team->nthreads > FAN + 1))
        signal_workers (self, team, worker->fn, worker->data);
      gomp_tasking_thread_enter (self);
      gomp_tsan_acquire (team);
      worker->fn (worker->data);
      /* In a child forked by this thread there is no team to go back to.  */
      if (unlikely (worker->generation != gomp_pool_generation ()))
        return;
      gomp_tasking_thread_leave (self);
      gomp_team_join_worker (self);
    }
}

static void
save (const struct gomp_thread *self, struct gomp_team_saved *saved)
{
  saved->team = self->team;
  saved->thread_num = self->thread_num;
  saved->task = self->task;
  saved->workshare = self->workshare;
  saved->workshare_count = self->workshare_count;
  saved->segment = self->segment;
  saved->workshare_base = self->workshare_base;
  saved->loop = self->loop;
  saved->hot_slot = self->hot_slot;
  saved->partition = self->partition;
}

static void
restore (struct gomp_thread *self, const struct gomp_team_saved *saved)
{
  self->team = saved->team;
  self->thread_num = saved->thread_num;
  self->task = saved->task;
  self->workshare = saved->workshare;
  self->workshare_count = saved->workshare_count;
  self->segment = saved->segment;
  self->workshare_base = saved->workshare_base;
  self->loop = saved->loop;
  self->hot_slot = saved->hot_slot;
  self->partition = saved->partition;
}

/* The ICVs inside the region: the encountering task's, but with the clause's
   binding if threads are bound, and with the next elements of lists from the
   environment.  */
static void
set_icvs (struct gomp_team *team, const struct gomp_icv *outside,
          enum gomp_proc_bind clause)
{
  struct gomp_icv icv = *outside;
  if (gomp_icv_global.nthreads_count > team->level)
    icv.nthreads = gomp_icv_global.nthreads_list[team->level];
  if (clause != GOMP_BIND_FALSE && icv.bind != GOMP_BIND_FALSE)
    icv.bind = (uint8_t)clause;
  enum gomp_proc_bind bind = icv.bind;
  if (gomp_icv_global.bind_count > team->level)
    icv.bind = gomp_icv_global.bind_list[team->level];
  if (memcmp (&team->icv, &icv, sizeof (icv)) != 0)
    team->icv = icv;
  if (team->bind != bind)
    team->bind = bind;
}

/* Workers read these cache lines: write only what changes.  */
static void
set_shape (struct gomp_team *team, struct gomp_thread *self, unsigned nthreads)
{
  struct gomp_team *parent = self->team;
  unsigned level = (parent == NULL ? 0 : parent->level) + 1;
  unsigned active = parent == NULL ? 0 : parent->active_level;
  active += nthreads > 1;
  if (team->parent_thread_num != self->thread_num)
    team->parent_thread_num = self->thread_num;
  if (team->level != level || team->active_level != active)
    {
      team->level = level;
      team->active_level = active;
    }
  if (team->nthreads == nthreads)
    return;
  team->nthreads = nthreads;
  /* A team of one thread counts none.  */
  if (nthreads == 1 || team->barrier.nthreads == nthreads)
    return;
  gomp_barrier_resize (&team->barrier, nthreads);
  gomp_gathering_resize (&team->join, nthreads);
}

static void
set_primary_place (struct gomp_team *team, const struct gomp_thread *self)
{
  team->primary_slot.place = self->place;
  team->primary_slot.partition = self->partition;
}

/* A new region begins.  Workers that were among the BEFORE threads of the
   previous region, and are not in the new one, must notice.  */
static void
open_region (struct gomp_team *team, unsigned before)
{
  unsigned region = team->last_region + 1;
  if (unlikely (region == 0 || region == 1))
    region = 1 | (gomp_pool_lends ? GOMP_POOL_LENT : 0);
  gomp_invariant (region != 0 && region != atomic_load (&team->region),
                  "region %u of a team follows region %u", region,
                  atomic_load (&team->region));
  team->last_region = region;
  /* Pairs with the loads in still_open.  */
  atomic_store_explicit (&team->region, team->last_region,
                         memory_order_release);
  if (unlikely (before > team->nthreads))
    {
      atomic_thread_fence (memory_order_seq_cst);
      gomp_team_forget_idle (team, team->nthreads);
    }
}

/* The team for REQ, with everything ready for its threads to start.  */
static struct gomp_team *
prepare (struct gomp_thread *self, const struct gomp_team_request *req)
{
  unsigned nthreads = gomp_team_decide (self, req);
  struct gomp_team *team = gomp_team_acquire (self, &nthreads);
  save (self, &team->saved);
  if (team->parent != self->team)
    team->parent = self->team;
  gomp_team_count (team, &nthreads);
  unsigned before = team->nthreads;
  set_shape (team, self, nthreads);
  set_icvs (team, self->task->icv, req->bind);
  if (team->reductions != req->reductions)
    team->reductions = req->reductions;
  if (gomp_places_defined ())
    set_primary_place (team, self);
  gomp_invariant (team->active_level <= team->level,
                  "a region at level %u has active level %u", team->level,
                  team->active_level);
  gomp_workshare_ring_begin (team);
  gomp_surplus_begin (team);
  open_region (team, before);
  gomp_tasking_team_start (team, &team->icv, self->task);
  if (req->reductions != NULL)
    gomp_tasking_parallel_register (req->reductions, nthreads);
  return team;
}

static struct gomp_team *
start (struct gomp_thread *self, const struct gomp_team_request *req)
{
  struct gomp_team *team = prepare (self, req);
  enter (self, team, 0);
  if (req->prepare != NULL)
    req->prepare (self, team, req->prepare_arg);
  if (team->nthreads > 1)
    {
      gomp_tsan_release (team);
      signal_workers (self, team, req->fn, req->data);
      if (unlikely (self->device_tag != 0))
        gomp_league_started (self);
    }
  gomp_tasking_thread_enter (self);
  return team;
}

/* SELF, TEAM's primary, runs the implicit task of WORKER, which did not
   arrive.  */
static NOINLINE void
stand_in (struct gomp_thread *self, struct gomp_team *team,
          struct gomp_pool_worker *worker)
{
  struct gomp_team_saved saved;
  struct gomp_team *inner = NULL;
  uintptr_t allocator = self->default_allocator;
  save (self, &saved);
  enter (self, team, worker->thread_num);
  self->hot_slot = &inner;
  self->default_allocator = worker->default_allocator;
  if (unlikely (team->nthreads > FAN + 1))
    signal_workers (self, team, worker->fn, worker->data);
  gomp_tasking_thread_enter (self);
  worker->fn (worker->data);
  gomp_tasking_thread_leave (self);
  gomp_team_join_worker (self);
  gomp_team_release (&inner);
  self->default_allocator = allocator;
  restore (self, &saved);
}

/* The primary has finished its own part of the region and would now wait.
   Workers that have not arrived by then have no CPU.  In a device process the
   host's waiting thread has a CPU and does not yield it at once, so small
   regions end sooner if the primary does the workers' parts.  It does not if
   there are tasks, which the workers could run, or if the workers' places or
   larger stacks are needed; nor under ThreadSanitizer, for which one thread has
   no races; nor in the program's process, where workers do not ask before they
   begin.  */
static NOINLINE void
stand_in_for_absent (struct gomp_thread *self, struct gomp_team *team)
{
  if (!gomp_pool_lends || gomp_places_defined ()
      || gomp_icv_global.display_affinity
      || gomp_icv_global.stack_size > GOMP_LAUNCH_STACK
      || gomp_tsan_is_there ())
    return;
  for (unsigned i = 1; i < team->nthreads; i++)
    {
      if (atomic_load_explicit (&team->had_tasks, memory_order_relaxed))
        return;
      if (gomp_pool_take (team->workers[i]) != 0)
        stand_in (self, team, team->workers[i]);
    }
}

/* No state of a cancelled region may reach the next one.  */
static COLD void
clean_cancelled (struct gomp_thread *self, struct gomp_team *team)
{
  team->workshare_base = gomp_workshare_ring_skip (
      team->ring, self->workshare_count, team->nthreads, &team->segment);
  gomp_barrier_resize (&team->barrier, team->nthreads);
  atomic_store_explicit (&team->full, false, memory_order_relaxed);
  atomic_store_explicit (&team->share_cancelled, false, memory_order_relaxed);
  atomic_store_explicit (&team->cancelled, false, memory_order_relaxed);
}

static void
end (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (unlikely (self->device_tag != 0))
    stand_in_for_absent (self, team);
  gomp_team_join_primary (self);
  if (team->workshare_base != self->workshare_count)
    {
      team->workshare_base = self->workshare_count;
      team->segment = self->segment;
    }
  if (unlikely (gomp_team_cancelled (team)))
    clean_cancelled (self, team);
  gomp_tasking_thread_leave (self);
  gomp_tasking_team_end (team);
  gomp_team_uncount (team);
  restore (self, &team->saved);
  if (gomp_places_defined ())
    gomp_bind_end (team);
  if (unlikely (team->forked))
    /* It still counts the other threads' tasks, so it cannot be used again.  */
    *self->hot_slot = NULL;
}

unsigned
gomp_team_run (struct gomp_thread *self, const struct gomp_team_request *req)
{
  unsigned nthreads = start (self, req)->nthreads;
  req->fn (req->data);
  end (self);
  return nthreads;
}

void
gomp_team_start (struct gomp_thread *self, const struct gomp_team_request *req)
{
  start (self, req);
}

void
gomp_team_end (struct gomp_thread *self)
{
  end (self);
}
