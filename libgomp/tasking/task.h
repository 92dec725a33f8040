/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks, and tasking's part of threads and teams.

   A team has a member for each of its threads: the implicit task and a deque
   of ready explicit tasks.  A thread outside any region is the one member of a
   team of its own, in which only target tasks are deferred.

   Counting children.  A task's children are mostly spawned and completed by the
   thread that runs the task, so the count is split: `local' is that thread's
   alone, `refs' takes the completions by others.  Their sum, in its low half,
   is the number of incomplete children; in its upper half it is the number of
   completed children whose memory must stay because they have incomplete
   children themselves, and GOMP_TASK_SELF until the task's own end folds
   `local' into `refs'.  The thread that brings `refs' to 0 frees the task.  So
   a task's ancestors, and with them what it inherited, outlive it.  */

#ifndef GOMP_TASKING_TASK_H
#define GOMP_TASKING_TASK_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sync/wait.h"
#include "tasking/deque.h"
#include "tasking/grain.h"
#include "tasking/heap.h"
#include "tasking/queue.h"
#include "team/hooks.h"
#include "team/self.h"

struct gomp_depend_node;
struct gomp_depend_table;
struct gomp_icv_link;
struct gomp_target_task_ops;
struct gomp_task_member;
struct gomp_taskgroup;

#define GOMP_TASK_SELF ((int64_t)1 << 62)
#define GOMP_TASK_ZOMBIE ((int64_t)1 << 32)

/* The progress of a task that does not end with its body: a detached task, or a
   target task that was launched asynchronously.  */
enum gomp_task_event
{
  GOMP_EVENT_NONE,    /* completes with its body; or completed */
  GOMP_EVENT_PENDING, /* neither the body has ended nor the event is
                         fulfilled */
  GOMP_EVENT_BODY,    /* the body has ended, the event is not fulfilled */
  GOMP_EVENT_COME,    /* the event is fulfilled, the body has not ended */
  GOMP_EVENT_DROPPED  /* cancelled; the thread that fulfils the event frees the
                         task */
};

struct gomp_task
{
  struct gomp_task_env env;        /* data environment; must be first */
  struct gomp_task_member *member; /* the member that runs it; until then, the
                                      member that spawned it */
  int32_t priority;                /* 0 for most */
  void (*fn) (void *);             /* body; NULL: none */
  void *data;                      /* its argument */
  struct gomp_taskgroup *group;    /* innermost taskgroup */
  int64_t local;                   /* see above; the running thread's */
  _Atomic (int64_t) refs;          /* see above; anyone's */
  struct gomp_depend_node *depend; /* its own dependences, or NULL */
  struct gomp_depend_table *depend_table;    /* of its children, or NULL */
  const struct gomp_target_task_ops *target; /* a target task; or one in parts,
                                                see untied.h; or NULL */
  struct gomp_icv_link *inherited; /* own ICV blocks that children share */
  int64_t floor; /* while it runs: its descendants in its thread's
                    deque have at least this index */
  union
  {
    struct gomp_task *next; /* in a list of frames */
    int64_t lowest;         /* see untied.h */
  };
  atomic_uint event;   /* enum gomp_task_event */
  unsigned depth;      /* enclosing tasks that run at once */
  bool deferred;       /* counted by parent, group and team */
  bool remote_only;    /* completed children count in `refs' only: `local' was
                          folded for good, or the task is in parts */
  bool copied;         /* copy constructors ran: never dropped */
  bool data_allocated; /* DATA is a separate block, from gomp_xalloc */
  bool yields;         /* see untied.h */
  bool goes_on;        /* likewise */
};

/* A block of ICVs that was a task's own until it had children.  */
struct gomp_icv_link
{
  struct gomp_icv_link *next;
  struct gomp_icv *icv;
};

/* A thread as a member of a team.  */
struct gomp_task_member
{
  struct gomp_task implicit;    /* the implicit task */
  struct gomp_task_team *tasks; /* the team's */
  unsigned number;              /* of the thread in the team */
  unsigned victim;              /* member that the last theft was from */
  int64_t full_at;              /* index at which the deque was found full */
  unsigned full_for;            /* tasks to spawn before the deque is looked at
                                   again */
  uint64_t full_until;          /* the same as a time, in ticks */
  bool at_once; /* no other thread could run its tasks, and none has a
                   priority */
  /* Tasks spawned and completed by this thread in this region.  Written by it
     and read by all, so on a different cache line from what it writes more
     often.  */
  GOMP_CACHE_ALIGNED _Atomic (uint64_t) created;
  _Atomic (uint64_t) completed;
  _Atomic (uint64_t) seen_busy; /* the sum of both that the watchman has seen
                                   last */
  struct gomp_deque deque;      /* ready tasks */
} GOMP_CACHE_ALIGNED;

/* Tasking's part of a team.  */
struct gomp_task_team
{
  /* Written by the primary between regions, and seldom in one.  */
  struct gomp_team *team; /* NULL: of a thread outside any */
  atomic_uint nthreads;   /* members in use; a late worker may read it */
  struct gomp_task_member *members; /* one a thread */
  struct gomp_icv *icv;             /* initial ICVs of the implicit tasks */
  struct gomp_task_env *parent;     /* the encountering task, or NULL */
  atomic_bool used;                 /* a task was spawned in this region */
  atomic_bool cancelled;            /* drop tasks that have not started */

  bool forked; /* a fork has left only one of its threads */

  struct gomp_queue queue; /* ready tasks that are in no deque */

  /* Threads that wait for tasks other than in a barrier.  */
  GOMP_CACHE_ALIGNED struct gomp_wait_word news; /* changed to make them look */
  atomic_uint idle; /* threads that sleep, or are about to */

  /* Tasks of the team completed by threads that are not in it.  */
  GOMP_CACHE_ALIGNED _Atomic (uint64_t) completed_outside;
  atomic_uint visitors; /* threads outside the team that complete its tasks now;
                           the team does not end before they have left */
};

/* Tasking's part of a thread.  */
struct gomp_task_thread
{
  struct gomp_heap *heap;    /* memory for the tasks it spawns */
  struct gomp_task *frames;  /* for tasks that run at once, see undeferred.h */
  struct gomp_grains grains; /* the functions whose tasks are small */
  struct gomp_task_member
      member;                  /* outside any region; with the initial task */
  struct gomp_task_team tasks; /* the team, of which that member is the only
                                  one */
  bool allocated;              /* to be freed by itself */
  struct gomp_task_thread *spare; /* for regions that the thread runs as an
                                     initial thread, or NULL */
};

/* In env.parent, bit 0: the parent is implicit.  For thieves, even if TASK, an
   explicit one, was completed meanwhile.  */
static inline _Atomic (uintptr_t) *
gomp_task_lineage (struct gomp_task *task)
{
  return &gomp_block_of (task)->lineage;
}

static inline struct gomp_task *
gomp_task_of (struct gomp_task_env *env)
{
  return (struct gomp_task *)env;
}

static inline struct gomp_task *
gomp_task_current (struct gomp_thread *self)
{
  return gomp_task_of (self->task);
}

/* For invariants.  Called by the thread that runs TASK, or ran it last.  */
static inline bool
gomp_task_has_ended (struct gomp_task *task)
{
  return task->local + atomic_load (&task->refs) < GOMP_TASK_SELF;
}

/* The number of incomplete children, as the thread that runs TASK sees it.
   Acquire: what the children did is visible when it says 0.  */
static inline uint32_t
gomp_task_children (struct gomp_task *task)
{
  return (uint32_t)(task->local
                    + atomic_load_explicit (&task->refs, memory_order_acquire));
}

/* TASK's member, as a thread sees it that does not run TASK.  Relaxed: a task
   in parts may change it meanwhile, and then either will do.  Pairs with
   gomp_task_run.  */
static inline struct gomp_task_member *
gomp_task_member_seen (struct gomp_task *task)
{
  return __atomic_load_n (&task->member, __ATOMIC_RELAXED);
}

static inline unsigned
gomp_task_nthreads (struct gomp_task_team *tasks)
{
  /* Relaxed: constant during a region.  */
  return atomic_load_explicit (&tasks->nthreads, memory_order_relaxed);
}

/* True if no other thread can steal from MEMBER's deque.  */
static inline bool
gomp_task_alone (struct gomp_task_member *member)
{
  return gomp_task_nthreads (member->tasks) == 1;
}

/* The team's threads outside a region, where only target tasks defer.  */
static inline bool
gomp_task_serial (struct gomp_task_member *member)
{
  return member->tasks->team == NULL;
}

/* spawn.c */

/* An explicit task, as abi/ decoded it.  */
struct gomp_task_request
{
  void (*fn) (void *);                 /* body */
  void *data;                          /* the original of its argument */
  void (*copy) (void *to, void *from); /* copy constructor, or NULL */
  size_t size;                         /* of the argument */
  size_t align;                        /* of the argument */
  void **depend;                       /* depend array of the ABI, or NULL */
  void **event;                        /* takes the event handle, or NULL */
  int priority;                        /* gomp_task_clamp_priority */
  bool may_defer;                      /* if clause */
  bool final;                          /* final clause */
};

HIDDEN void gomp_task_spawn (struct gomp_thread *self,
                             const struct gomp_task_request *req) HOT;
/* As gomp_task_spawn, for a task that must be deferred.  */
HIDDEN void gomp_task_defer (struct gomp_thread *self,
                             const struct gomp_task_request *req) HOT;
/* PRIORITY as max-task-priority-var limits it.  */
static inline int
gomp_task_clamp_priority (int priority)
{
  int max = gomp_icv_global.max_task_priority;
  if (priority > max)
    priority = max;
  return priority > 0 ? priority : 0;
}
/* How a child is launched.  */
enum gomp_task_way
{
  GOMP_TASK_USUAL,
  GOMP_TASK_AHEAD, /* a target task, perhaps before its predecessors are
                      complete */
  GOMP_TASK_OBSERVED
};
/* The steps of gomp_task_spawn, for taskloop and target tasks.  */
/* A child of SELF's current task, not yet counted: body, argument and the kind
   of task are REQ's.  */
HIDDEN struct gomp_task *
gomp_task_make (struct gomp_thread *self,
                const struct gomp_task_request *req) HOT;
/* Count the child and let it run when its dependences allow.  */
HIDDEN void gomp_task_launch (struct gomp_thread *self, struct gomp_task *task,
                              void **depend) HOT;
/* The same for a target task that may be launched ahead.  */
HIDDEN void gomp_task_launch_ahead (struct gomp_thread *self,
                                    struct gomp_task *task, void **depend) COLD;
/* The same; tools know the task by WORD (depend.h).  */
HIDDEN void gomp_task_launch_observed (struct gomp_thread *self,
                                       struct gomp_task *task, void **depend,
                                       uint64_t word) COLD;
/* Run the child now, and wait until its event is fulfilled.  */
HIDDEN void gomp_task_run_now (struct gomp_thread *self,
                               struct gomp_task *task) HOT;
/* Run a task of FN (DATA) on trial, see undeferred.h.  */
HIDDEN void gomp_task_run_timed (struct gomp_thread *self,
                                 struct gomp_task *parent, void (*fn) (void *),
                                 void *data, bool final);
/* A frame with initial values, see undeferred.h.  */
HIDDEN struct gomp_task *gomp_task_frame (struct gomp_thread *self) COLD;
/* schedule.c */

/* TASK has no unfulfilled dependences left: offer it to its team.  MEMBER is
   the calling thread's, in any team.  */
HIDDEN void gomp_task_ready (struct gomp_task_member *member,
                             struct gomp_task *task) HOT;
/* Run TASK on SELF, nested in its current task.  */
HIDDEN void gomp_task_run (struct gomp_thread *self,
                           struct gomp_task_member *member,
                           struct gomp_task *task) HOT;
/* A ready task that MEMBER's thread may run while WAITING waits (a descendant
   of it; NULL: any), or NULL.  */
HIDDEN struct gomp_task *gomp_task_find (struct gomp_task_member *member,
                                         struct gomp_task *waiting) HOT;
/* Does TASK, which is not complete, descend from ANCESTOR?  */
HIDDEN bool gomp_task_descends (struct gomp_task *task,
                                const struct gomp_task *ancestor);

/* complete.c */

/* A deferred task is complete: its body has ended, and its event is fulfilled.
   Any thread; MEMBER is its own, in any team.  */
HIDDEN void gomp_task_complete (struct gomp_thread *self,
                                struct gomp_task_member *member,
                                struct gomp_task *task) HOT;
/* As gomp_task_complete, for a task that ran at once.  */
HIDDEN void gomp_task_retire (struct gomp_thread *self,
                              struct gomp_task *task) HOT;
/* Called before TASK has its first child: if TASK has its own ICVs, keep them
   as long as TASK exists.  */
HIDDEN void gomp_task_share_icvs (struct gomp_task *task) COLD;
/* Free the ICV blocks that TASK owns.  */
HIDDEN void gomp_task_free_icvs (struct gomp_task *task) COLD;

/* taskwait.c */

struct gomp_task_condition
{
  bool (*done) (void *arg);   /* true: stop waiting */
  void (*settle) (void *arg); /* called before a sleep, or NULL: makes sure that
                                 the thread that lets DONE be true wakes this
                                 one */
  void *arg;
};

/* Run tasks, or sleep, until the condition holds.  */
HIDDEN void gomp_task_wait_until (struct gomp_thread *self,
                                  const struct gomp_task_condition *condition);
/* Wait for the current task's children.  */
HIDDEN void gomp_task_wait_children (struct gomp_thread *self) HOT;
/* Run one task for which the current task may be suspended; false: there is
   none.  */
HIDDEN bool gomp_task_yield (struct gomp_thread *self);
/* Wake a thread of TASKS, the tasks of a team.  */
HIDDEN void gomp_task_wake (struct gomp_task_team *tasks) COLD;

HIDDEN void gomp_task_wake_waiters (struct gomp_task_team *tasks) COLD;

/* An event that certain threads of TASKS may be waiting for has happened: the
   sleeping ones look again.  */
static inline void
gomp_task_notify_waiters (struct gomp_task_team *tasks)
{
  /* Pairs with os_fence_heavy in gomp_wait_while_polling.  */
  os_fence_light ();
  if (atomic_load_explicit (&tasks->idle, memory_order_relaxed) != 0)
    gomp_task_wake_waiters (tasks);
}

/* As gomp_task_notify_waiters, if a task was put where every thread can find
   it.  */
static inline void
gomp_task_notify_all (struct gomp_task_team *tasks)
{
  gomp_task_notify_waiters (tasks);
  if (tasks->team != NULL)
    gomp_team_notify_work (tasks->team);
}

/* A thread of the team has pushed a task to DEQUE, or to the queue: wake one
   idle thread, unless one was already woken.  A thread that takes a task and
   leaves others wakes the next one.  The number of tasks is read after the
   sleeper was seen, and so is no older than its last look, see
   os_fence_light.  */
static inline bool
gomp_task_wanted (struct gomp_task_team *tasks)
{
  os_fence_light ();
  unsigned idle
      = atomic_load_explicit (&tasks->idle, memory_order_relaxed)
        + atomic_load_explicit (&tasks->team->idle, memory_order_relaxed);
  return unlikely (idle != 0) && gomp_team_wants (tasks->team, idle);
}

static inline void
gomp_task_notify_pushed (struct gomp_task_team *tasks, struct gomp_deque *deque)
{
  if (unlikely (gomp_task_wanted (tasks)) && gomp_deque_size (deque) <= 1)
    gomp_task_wake (tasks);
}

static inline void
gomp_task_notify_queued (struct gomp_task_team *tasks)
{
  if (unlikely (gomp_task_wanted (tasks))
      && atomic_load_explicit (&tasks->queue.count, memory_order_relaxed) <= 1)
    gomp_task_wake (tasks);
}

/* Called around the work that a thread outside the team does for TASKS after
   it has let a task go on.  Relaxed, release: pair with see_off in
   region.c.  */
static inline void
gomp_task_visit (struct gomp_task_team *tasks)
{
  atomic_fetch_add_explicit (&tasks->visitors, 1, memory_order_relaxed);
}

static inline void
gomp_task_depart (struct gomp_task_team *tasks)
{
  atomic_fetch_sub_explicit (&tasks->visitors, 1, memory_order_release);
}

/* event.c */

/* omp_fulfill_event.  False: HANDLE is no event that is awaited.  */
HIDDEN bool gomp_task_fulfill (struct gomp_thread *self, void *handle);

/* targettask.c */

/* Start TASK, or finish it if its launch has ended.  True: it is complete.
   False: another thread may have it by now.  */
HIDDEN bool gomp_task_run_target (struct gomp_task *task);
/* Launch TASK, which depends on the COUNT tasks AFTER, before they are
   complete, if its ops can.  */
HIDDEN void gomp_task_start_ahead (struct gomp_task *task, void *const *after,
                                   size_t count) COLD;
/* Called instead if TASK is cancelled.  */
HIDDEN void gomp_task_drop_target (struct gomp_task *task);

#endif
