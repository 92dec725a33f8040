/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process's pool of worker threads.

   A worker is docked: it waits on its dock word for the next command of the
   team that holds it, or for any team's while it lies in the pool.  Whoever
   holds it writes the command, then counts the dock word up.

   In a device process a command may be taken by somebody else: it is whoever's
   that exchanges its region's number for 0, the worker or the team's primary
   (gomp_pool_take).  Such numbers have a bit that tells the worker.
   Model: testsuite/models/lend.pml.  */

#ifndef GOMP_TEAM_POOL_H
#define GOMP_TEAM_POOL_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "base/fork.h"
#include "os/stack.h"
#include "sync/wait.h"
#include "team/team.h"

struct gomp_pool_worker
{
  /* One line: a worker that sees its dock word change has the command.  */
  GOMP_CACHE_ALIGNED struct gomp_wait_word dock; /* number: commands so far */
  struct gomp_team *team; /* where to work; NULL: end the thread */
  void (*fn) (void *);    /* body of the region */
  void *data;             /* its argument */
  unsigned thread_num;    /* number in the team */
  atomic_uint region;     /* number of the region; 0: the command is taken */
  uint64_t device_tag;    /* of the primary, as the next three */
  uintptr_t default_allocator;
  unsigned team_num;
  unsigned num_teams;

  GOMP_CACHE_ALIGNED struct gomp_pool_worker *next; /* in the pool */
  struct gomp_pool_worker *made_next, *made_before; /* of this generation */
  pthread_t thread;
  atomic_int thread_id;     /* the system's; 0: has not begun yet */
  unsigned generation;      /* process generation that made the thread */
  struct gomp_thread *self; /* the thread's structure, behind this one */
  struct os_stack stack;    /* the thread's, for overflow.c */
  bool watched;             /* by overflow.c: there is room for its stack */
  sigset_t signals;         /* blocked by the thread that started it */
  _Atomic (struct gomp_team *) counted; /* where it counts as idle, or NULL;
                                           see pool.c */
};

/* Fill WORKERS with COUNT workers from the pool, new ones where it runs dry;
   returns how many there are (fewer if the system refuses a thread; it warns
   about that once).  */
HIDDEN unsigned gomp_pool_acquire (struct gomp_pool_worker **workers,
                                   unsigned count);
/* No more than so many of COUNT will be had.  */
HIDDEN unsigned gomp_pool_most (unsigned count);
HIDDEN void gomp_pool_release (struct gomp_pool_worker **workers,
                               unsigned count);
/* Warn, once, that there are fewer threads than asked for, because of ERR.  */
HIDDEN void gomp_pool_warn_refused (int err) COLD;
/* End all workers that lie in the pool.  */
HIDDEN void gomp_pool_drain (void);
/* Call VISIT (WORKER, ARG) for all workers, none of which ends meanwhile;
   false: somebody else uses the list.  */
HIDDEN bool gomp_pool_visit (void (*visit) (struct gomp_pool_worker *, void *),
                             void *arg);
/* In a forked child, also where no fork handlers run: nothing of what other
   threads did goes on.  */
HIDDEN void gomp_pool_forked (void);
/* Counts forks: what another generation made does not exist here.  */
HIDDEN unsigned gomp_pool_generation (void);

/* Give WORKER the command that the caller wrote: the first half of a start.
   A sequentially consistent fence, then the second half for each.  */
static inline void
gomp_pool_signal (struct gomp_pool_worker *worker)
{
  gomp_wait_count_up (&worker->dock);
}

static inline void
gomp_pool_wake (struct gomp_pool_worker *worker)
{
  gomp_wait_wake (&worker->dock, 1, GOMP_WAIT_PRIVATE);
}

/* Whether commands have to be taken; set before there are workers.  */
HIDDEN extern bool gomp_pool_lends;
/* In the number of a region whose commands have to be taken.  */
#define GOMP_POOL_LENT (1u << 31)

/* Take the latest command of WORKER, which is only read after that; returns its
   region's number, 0 if somebody else has it.  Acquire: pairs with the release
   of who wrote it.  Relaxed look: what it misses the other one will take.  */
static inline unsigned
gomp_pool_take (struct gomp_pool_worker *worker)
{
  if (atomic_load_explicit (&worker->region, memory_order_relaxed) == 0)
    return 0;
  return atomic_exchange_explicit (&worker->region, 0, memory_order_acq_rel);
}

/* Defined by team.c: what a worker's thread does until it is told to end.  */
HIDDEN void gomp_team_work (struct gomp_pool_worker *worker);
/* Defined by hot_teams.c: the teams' part in a fork (base/fork.h); the calling
   thread alone lives on in a new process.  */
HIDDEN void gomp_team_fork (enum gomp_fork when);
HIDDEN void gomp_team_forked (struct gomp_thread *self);

#endif
