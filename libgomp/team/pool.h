/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process's pool of worker threads.

   A docked worker waits on its dock word for the next command: of the team that
   holds it, or of any team while it is in the pool.  The thread that gives it a
   command writes the command, then increments the dock word.

   In a device process the team's primary may take a worker's command: it
   belongs to the thread that exchanges its region's number for 0, the worker or
   the primary (gomp_pool_take).  A bit in such numbers informs the worker.
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
  /* All in one cache line: a worker that sees its dock word change has the
     command.  */
  GOMP_CACHE_ALIGNED struct gomp_wait_word dock; /* counts the commands */
  struct gomp_team *team; /* where to work; NULL: end the thread */
  void (*fn) (void *);    /* body of the region */
  void *data;             /* its argument */
  unsigned thread_num;    /* its number in the team */
  atomic_uint region;     /* number of the region; 0: the command is taken */
  uint64_t device_tag;    /* the primary's, as the next three */
  uintptr_t default_allocator;
  unsigned team_num;
  unsigned num_teams;

  GOMP_CACHE_ALIGNED struct gomp_pool_worker *next; /* in the pool */
  struct gomp_pool_worker *made_next, *made_before; /* of this generation */
  pthread_t thread;
  atomic_int thread_id;     /* the system's; 0: the thread has not begun */
  unsigned generation;      /* process generation that made the thread */
  struct gomp_thread *self; /* the thread's structure, behind this one */
  struct os_stack stack;    /* the thread's, for overflow.c */
  bool watched;             /* overflow.c watches it: it has a record of the
                               stack */
  sigset_t signals;         /* signals that the creator had blocked */
  _Atomic (struct gomp_team *) counted; /* where it counts as idle, or NULL;
                                           see pool.c */
};

/* Fill WORKERS with COUNT workers from the pool, and new ones if the pool is
   empty.  Returns their number: fewer if the system refuses a thread, with one
   warning.  */
HIDDEN unsigned gomp_pool_acquire (struct gomp_pool_worker **workers,
                                   unsigned count);
/* The largest number of COUNT workers that can be had.  */
HIDDEN unsigned gomp_pool_most (unsigned count);
HIDDEN void gomp_pool_release (struct gomp_pool_worker **workers,
                               unsigned count);
/* Warn, once, that there are fewer threads than requested, because of ERR.  */
HIDDEN void gomp_pool_warn_refused (int err) COLD;
/* End all workers that lie in the pool.  */
HIDDEN void gomp_pool_drain (void);
/* Call VISIT (WORKER, ARG) for all workers; none of them ends meanwhile.
   False: another thread uses the list.  */
HIDDEN bool gomp_pool_visit (void (*visit) (struct gomp_pool_worker *, void *),
                             void *arg);
/* In a forked child, also if no fork handlers ran: forget the work of other
   threads.  */
HIDDEN void gomp_pool_forked (void);
/* The number of forks so far: threads of another generation do not exist
   here.  */
HIDDEN unsigned gomp_pool_generation (void);

/* The first half of a start: give WORKER the command that the caller wrote.
   Then comes a sequentially consistent fence, then the second half for
   each.  */
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

/* Must commands be taken?  Set before there are workers.  */
HIDDEN extern bool gomp_pool_lends;
/* A bit in the number of a region whose commands must be taken.  */
#define GOMP_POOL_LENT (1u << 31)

/* Take the latest command of WORKER, which may be read only after that.
   Returns its region's number; 0: the other thread has taken it.  Acquire:
   pairs with the release of the thread that wrote it.  Relaxed load: a command
   that it misses is left to the other thread.  */
static inline unsigned
gomp_pool_take (struct gomp_pool_worker *worker)
{
  if (atomic_load_explicit (&worker->region, memory_order_relaxed) == 0)
    return 0;
  return atomic_exchange_explicit (&worker->region, 0, memory_order_acq_rel);
}

/* Defined by team.c: what a worker's thread does until it has to end.  */
HIDDEN void gomp_team_work (struct gomp_pool_worker *worker);
/* Defined by hot_teams.c: the teams' part in a fork (base/fork.h); only the
   calling thread exists in the new process.  */
HIDDEN void gomp_team_fork (enum gomp_fork when);
HIDDEN void gomp_team_forked (struct gomp_thread *self);

#endif
