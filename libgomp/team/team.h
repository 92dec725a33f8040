/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Teams of threads: the parallel construct (OpenMP 5.1 sections 2.6, 2.10 and
   2.20.1).

   A thread that starts regions keeps a team for each depth at which it does so
   (hot teams), with its workers docked, so a warm region neither allocates nor
   uses the pool.  A team belongs to its primary thread between regions and is
   read by its workers during one.  */

#ifndef GOMP_TEAM_TEAM_H
#define GOMP_TEAM_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/tsan.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "os/os.h"
#include "sync/barrier.h"
#include "team/self.h"

struct gomp_pool_worker;
struct gomp_workshare_ring;

/* What a thread is doing in the enclosing team while it is the primary of an
   inner one.  */
struct gomp_team_saved
{
  struct gomp_team *team;
  unsigned thread_num;
  struct gomp_task_env *task;
  struct gomp_workshare *workshare;
  uint64_t workshare_count;
  struct gomp_workshare_segment *segment;
  uint64_t workshare_base;
  struct gomp_loop_cursor loop;
  struct gomp_team **hot_slot;
  struct gomp_partition partition;
};

/* The binding of a primary that is no worker; see bind.c.  */
struct gomp_team_binding
{
  atomic_uint state;           /* whether, and for how long */
  int thread;                  /* the primary, for the system */
  int place;                   /* where it is bound to */
  bool known;                  /* its own mask is in MASK */
  bool changed;                /* it has that of the place instead */
  bool watched;                /* worker 1 has been in the team */
  bool unbound;                /* in a region that is taken for short */
  unsigned short_regions;      /* of one thread, so far in this series */
  uint64_t ended;              /* when its last region did */
  atomic_uint_least64_t until; /* when the series of regions is over */
  _Atomic (void *) asleep;     /* worker 1 if it cannot see to that */
  unsigned long *mask;         /* its own mask, and room for two others */
};

struct gomp_partial;

struct gomp_team
{
  /* Written by the primary before the threads start.  */
  unsigned nthreads;                /* threads of the current region */
  unsigned level;                   /* omp_get_level () inside */
  unsigned active_level;            /* omp_get_active_level () inside */
  unsigned parent_thread_num;       /* number of the primary in the parent */
  struct gomp_team *parent;         /* enclosing team, or NULL */
  void *tasking;                    /* tasking's part */
  struct gomp_workshare_ring *ring; /* work-sharing constructs */
  struct gomp_workshare_segment *segment; /* where the region begins in it */
  uint64_t workshare_base;                /* constructs before the region */
  uintptr_t *reductions; /* task reductions of the region, or NULL */
  struct gomp_pool_worker **workers;   /* by number; [0] is not used */
  enum gomp_proc_bind bind;            /* binding of this region; false: none */
  struct gomp_place_slot primary_slot; /* where the primary is bound to */
  struct gomp_icv icv;                 /* what the implicit tasks start with */

  /* The primary's alone.  */
  GOMP_CACHE_ALIGNED unsigned capacity; /* threads there is room for */
  unsigned held;                        /* workers held, plus 1 */
  unsigned wanted;              /* threads wanted for its latest region */
  unsigned changes;             /* of that number, until there is a second team;
                                   see hot_teams.c */
  unsigned last_region;         /* number of the latest region */
  bool forked;                  /* the other threads did not survive a fork */
  unsigned counted_busy;        /* what this region added to group_busy */
  atomic_uint *group_busy;      /* threads of the contention group: the
                                   outermost team's own_busy */
  atomic_uint own_busy;         /* see group_busy */
  struct gomp_team *inner;      /* team kept for regions inside this one */
  struct gomp_team *alternate;  /* team kept for another size, or NULL */
  struct gomp_team *next_free;  /* in the list of unused teams */
  struct gomp_team_saved saved; /* the primary's state outside */
  struct gomp_team_binding binding; /* of a primary that is no worker */

  /* Written for each region, read by workers only when there are tasks.  */
  GOMP_CACHE_ALIGNED atomic_uint region; /* number of the region; 0: closed */

  /* Written during regions, seldom.  */
  GOMP_CACHE_ALIGNED atomic_uint idle; /* threads asleep that could run tasks */
  atomic_uint surplus;         /* threads beyond the CPUs, see surplus.h */
  atomic_bool watched;         /* one of them looks now and then */
  atomic_bool called;          /* a sleeper was woken, and is not yet awake */
  atomic_uint overdue;         /* tasks that waited for one of them */
  atomic_uint helpers;         /* docked workers that run tasks */
  atomic_bool had_tasks;       /* tasks were made in this region */
  atomic_bool cancelled;       /* cancel parallel */
  atomic_bool share_cancelled; /* cancel for, sections; until the barrier */
  atomic_bool full;            /* all at the barrier, tasks are pending */
  _Atomic (struct gomp_partial *) partial; /* results of a reduction that wait
                                              for others (combine.h) */
  struct gomp_barrier barrier;             /* barriers inside the region */
  struct gomp_gathering join;              /* its end; only the primary waits */
};

/* Tasking's part of TEAM, see gomp_tasking_team_size.  */
static inline void *
gomp_team_tasking (struct gomp_team *team)
{
  return team->tasking;
}

static inline unsigned
gomp_team_nthreads (struct gomp_team *team)
{
  return team->nthreads;
}

/* The object for TEAM's barrier number EPOCH (see tsan.h).  The next but one
   can use the same object: all threads have left this barrier by then.  */
static inline void *
gomp_team_barrier_object (struct gomp_team *team, unsigned epoch)
{
  return (char *)&team->barrier + (epoch & 1);
}

/* Order what the calling thread did in a task before the team's next
   barrier.  */
static inline void
gomp_team_release_task (struct gomp_team *team)
{
  if (gomp_tsan_active ())
    gomp_tsan_release (
        gomp_team_barrier_object (team, gomp_barrier_epoch (&team->barrier)));
}

HIDDEN bool gomp_team_wake_one (struct gomp_team *team) COLD;

/* Tasks of TEAM became ready, or the last one completed on a thread outside it:
   a thread that waits in a barrier looks again.  Any thread may call; no system
   call if none sleeps.  True if one was woken.  */
static inline bool
gomp_team_notify_work (struct gomp_team *team)
{
  /* Acquire: the load of team->idle comes later.  The thread that raises the
     flag orders the two for all threads: a sleeper that misses the flag is seen
     here; a sleeper that sees it executes a heavy fence.  */
  if (unlikely (!atomic_load_explicit (&team->had_tasks, memory_order_acquire)))
    atomic_exchange (&team->had_tasks, true);
  /* Pairs with os_fence_heavy in gomp_wait_poll: either the sleeper's last
     look sees the task or this sees the sleeper.  */
  os_fence_light ();
  return unlikely (atomic_load_explicit (&team->idle, memory_order_relaxed)
                   != 0)
         && gomp_team_wake_one (team);
}

/* IDLE threads of TEAM sleep, others have tasks for them: is one to be woken?
   Not if there are as many awake as CPUs, and one of the others watches.  */
static inline bool
gomp_team_wants (struct gomp_team *team, unsigned idle)
{
  /* Relaxed: the fence before the look at the sleepers is before these, too;
     pair with gomp_surplus_is_needed and gomp_surplus_woken.  */
  unsigned surplus
      = atomic_load_explicit (&team->surplus, memory_order_relaxed);
  return likely (surplus == 0)
         || ((idle > surplus
              || !atomic_load_explicit (&team->watched, memory_order_relaxed))
             && !atomic_load_explicit (&team->called, memory_order_relaxed));
}

/* A parallel region, as abi/ decoded it.  */
struct gomp_team_request
{
  void (*fn) (void *); /* the region's body */
  void *data;          /* its argument */
  unsigned nthreads;   /* num_threads clause; 0: none */
  unsigned cap;        /* at most this many if dyn-var is true; 0: no cap */
  enum gomp_proc_bind bind; /* proc_bind clause; GOMP_BIND_FALSE: none */
  uintptr_t *reductions;    /* task reductions, or NULL */
  /* Prepares the construct that is combined with the region; the primary
     calls it before the threads start, or NULL.  */
  void (*prepare) (struct gomp_thread *self, struct gomp_team *team,
                   const void *arg);
  const void *prepare_arg;
};

/* SELF runs the region; returns the number of its threads.  */
HIDDEN unsigned gomp_team_run (struct gomp_thread *self,
                               const struct gomp_team_request *req) HOT;
/* The same in two halves: after start the caller runs the primary's body.  */
HIDDEN void gomp_team_start (struct gomp_thread *self,
                             const struct gomp_team_request *req);
HIDDEN void gomp_team_end (struct gomp_thread *self);

/* The barrier of SELF's team, with its tasks; true: parallel is cancelled.  */
HIDDEN bool gomp_team_barrier (struct gomp_thread *self) HOT;
/* Cancel SELF's region, or its current loop or sections construct.  */
HIDDEN void gomp_team_cancel (struct gomp_thread *self);
HIDDEN void gomp_team_cancel_share (struct gomp_thread *self);

static inline bool
gomp_team_cancelled (struct gomp_team *team)
{
  return atomic_load_explicit (&team->cancelled, memory_order_relaxed);
}

static inline bool
gomp_team_share_cancelled (struct gomp_team *team)
{
  return atomic_load_explicit (&team->share_cancelled, memory_order_relaxed);
}

/* For team/ itself.  */
/* Threads that a region of SELF gets (team_size.c); counts them in the
   contention group of TEAM, see gomp_team_uncount.  */
HIDDEN unsigned gomp_team_decide (struct gomp_thread *self,
                                  const struct gomp_team_request *req);
HIDDEN void gomp_team_count (struct gomp_team *team, unsigned *nthreads);
HIDDEN void gomp_team_uncount (struct gomp_team *team);
/* The team for a region of *NTHREADS threads of SELF, in its hot slot with
   the workers that it needs (hot_teams.c); lowers *NTHREADS where threads are
   refused.  */
HIDDEN struct gomp_team *gomp_team_acquire (struct gomp_thread *self,
                                            unsigned *nthreads) HOT;
/* Give back the teams that SLOT, which no thread uses any more, may have.  */
HIDDEN void gomp_team_release (struct gomp_team **slot);
/* Arrive at the end of the region (join.c): a worker's last step, and the
   primary's with the wait for the others.  */
HIDDEN void gomp_team_join_worker (struct gomp_thread *self) HOT;
HIDDEN void gomp_team_join_primary (struct gomp_thread *self) HOT;
/* Wait for the dock word of WORKER, which took part in REGION of its team
   last, to count beyond SEEN, helping with that region's tasks.  */
HIDDEN void gomp_team_dock (struct gomp_pool_worker *worker, unsigned seen,
                            unsigned region) HOT;
/* The next region of TEAM goes without the workers from FROM on: none of them
   counts in TEAM->idle any more.  */
HIDDEN void gomp_team_forget_idle (struct gomp_team *team, unsigned from);
/* Bind SELF, that is to be in TEAM, to its place there (bind.c).  */
HIDDEN void gomp_bind_start (struct gomp_thread *self, struct gomp_team *team);
/* The primary's region in TEAM is over: unless another one follows soon, it
   gets its own mask back.  */
HIDDEN void gomp_bind_end (struct gomp_team *team);
/* Give the primary of TEAM its mask back if its series of regions is over: now
   and then by worker 1 in its dock, for each stay in which *FROM is 0 at
   first.  */
HIDDEN void gomp_bind_look_after_primary (struct gomp_team *team,
                                          uint64_t *from);
/* WORKER, worker 1 of TEAM, goes to sleep in its dock, or has woken up; it may
   be another team's then.  */
HIDDEN void gomp_bind_leave_primary (struct gomp_team *team, void *worker);
HIDDEN void gomp_bind_watch_primary (struct gomp_team *team, void *worker);
/* SELF, in no region, has its own mask when this returns.  */
HIDDEN void gomp_bind_clear (struct gomp_thread *self);
/* The same in a child that SELF forked, in a region maybe.  */
HIDDEN void gomp_bind_clear_forked (struct gomp_thread *self);

/* What the omp_* interface asks.  Outside a region: level 0, one thread.  */
static inline unsigned
gomp_team_num_threads (const struct gomp_thread *self)
{
  return self->team == NULL ? 1 : self->team->nthreads;
}

static inline unsigned
gomp_team_level (const struct gomp_thread *self)
{
  return self->team == NULL ? 0 : self->team->level;
}

static inline unsigned
gomp_team_active_level (const struct gomp_thread *self)
{
  return self->team == NULL ? 0 : self->team->active_level;
}

/* omp_get_ancestor_thread_num, omp_get_team_size: -1 for a bad LEVEL.  */
HIDDEN int gomp_team_ancestor (const struct gomp_thread *self, int level);
HIDDEN int gomp_team_size (const struct gomp_thread *self, int level);

/* Give the workers that the calling thread's teams hold back and end the idle
   ones (omp_pause_resource); false: inside a region, nothing was done.  */
HIDDEN bool gomp_team_pause (struct gomp_thread *self);
/* Release the teams of a thread that exits.  */
HIDDEN void gomp_team_thread_fini (struct gomp_thread *self);

#endif
