/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What happens to threads, in parallel regions and where threads wait, for
   listeners (base/observe.h): each function names the rows that it raises.

   Constructs have two instances.  The ordinary one neither raises anything nor
   tests whether it should.  An entry point finds the calling thread by
   gomp_self_fast, which is NULL while threads are observed; the branch that it
   has for that case leads to the observed instance, whose name ends in
   _observed and which raises the events around the ordinary one.  The body of a
   region is wrapped: each thread of the team runs a function of observe.c,
   which calls the program's.  So workers need no test, either.

   A thread has a stack of the tasks that it is in, which lie on its own stack;
   tools may look at it in a signal handler.  No lock is held.

   At the end of an observed region the threads meet in a barrier before the
   ordinary end, for which workers do not wait.  So the end of each implicit
   task comes before that of the region.  */

#ifndef GOMP_TEAM_OBSERVE_H
#define GOMP_TEAM_OBSERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/observe.h"
#include "team/self.h"
#include "team/team.h"

/* ---- Threads.  */

enum gomp_thread_kind
{
  GOMP_THREAD_INITIAL, /* not one of the library's: it has an initial task */
  GOMP_THREAD_WORKER
};

/* The frames between which a task's own ones lie.  NULL: none there.  As tools
   see it: an ompt_frame_t.  */
struct gomp_frames
{
  union gomp_frame
  {
    void *_Atomic address;
    uint64_t number;
  } exit,         /* the library's function that calls the task's body */
      enter;      /* the library's function that the task has called */
  int exit_kind;  /* GOMP_FRAME_POINTER */
  int enter_kind; /* the same */
};
/* What an address is: the frame pointer of a function of the library.  */
#define GOMP_FRAME_POINTER 0x20
#define GOMP_FRAMES_NONE                                                       \
  ((struct gomp_frames){ .exit_kind = GOMP_FRAME_POINTER,                      \
                         .enter_kind = GOMP_FRAME_POINTER })

enum gomp_task_kind
{
  GOMP_TASK_IS_INITIAL,
  GOMP_TASK_IS_IMPLICIT,
  GOMP_TASK_IS_EXPLICIT
};

/* What the program says of an explicit task: a sum.  */
enum gomp_task_trait
{
  GOMP_TRAIT_UNDEFERRED = 1,
  GOMP_TRAIT_UNTIED = 2,
  GOMP_TRAIT_FINAL = 4,
  GOMP_TRAIT_MERGEABLE = 8,
  GOMP_TRAIT_TASKWAIT = 16 /* a taskwait with dependences */
};

/* What a thread does in a worksharing construct.  */
enum gomp_work_kind
{
  GOMP_WORK_NONE,
  GOMP_WORK_STATIC,
  GOMP_WORK_DYNAMIC,
  GOMP_WORK_GUIDED,
  GOMP_WORK_OTHER, /* another loop */
  GOMP_WORK_SECTIONS,
  GOMP_WORK_SINGLE,
  GOMP_WORK_NOT_SINGLE, /* another thread executes the single construct */
  GOMP_WORK_TASKLOOP
};

/* WORK.  */
struct gomp_event_work
{
  enum gomp_work_kind kind;
  uint64_t count; /* iterations, sections */
};

/* A task on the stack of a thread.  */
struct gomp_observed_task
{
  struct gomp_identity identity;
  struct gomp_frames frames;
  struct gomp_observed_task *_Atomic below; /* the task that it is on top of, or
                                       NULL */
  struct gomp_observed_region *region;      /* innermost region, or NULL */
  enum gomp_task_kind kind;
  unsigned traits;     /* explicit: enum gomp_task_trait */
  int waits;           /* explicit: what its thread was waiting for before */
  unsigned size;       /* implicit: threads of the team */
  unsigned number;     /* implicit: its thread's number */
  bool had_single;     /* implicit: a single since the last barrier */
  const void *work_at; /* implicit: where its construct was called */
  struct gomp_event_work work; /* implicit: it is in that one */
};

/* Made when the thread begins, if threads are observed then.  */
struct gomp_observed_thread
{
  struct gomp_identity identity;
  enum gomp_thread_kind kind;
  struct gomp_observed_task *_Atomic task; /* the current one; NULL: a worker
                                              that is docked */
  bool yields;                             /* in a taskyield */
  atomic_int waits; /* enum gomp_sync_kind of the wait that it is in, plus 1; 0:
                       none */
  const void *_Atomic wanted;        /* the lock that it waits for, or NULL */
  int wanted_kind;                   /* enum gomp_lock_kind of that one */
  struct gomp_observed_task initial; /* its initial task, if any */
};

/* THREAD: SELF, the calling thread, begins; `what' is its kind.  Then IMPLICIT,
   if it has an initial task.  Does nothing if it has begun, or if threads are
   not observed.  */
HIDDEN void gomp_observe_thread (struct gomp_thread *self,
                                 enum gomp_thread_kind kind) COLD;
/* The ends of these.  */
HIDDEN void gomp_observe_thread_end (struct gomp_thread *self) COLD;

/* ---- Parallel regions.  */

/* PARALLEL, `what' of which is this; it lies on the stack of the encountering
   thread.  */
struct gomp_observed_region
{
  struct gomp_identity identity;
  struct gomp_observed_task *encountering;
  unsigned requested;          /* threads that the program wants */
  bool by_program;             /* it calls the primary's body itself */
  struct gomp_event_work work; /* its threads begin in that construct */
  const void *at;              /* return address of the program's call */
  void (*fn) (void *);
  void *data;
};

/* IMPLICIT: a thread's implicit task, or its initial task.  `what' is the task;
   at the end `team' is NULL.  */

/* gomp_team_run, and its halves, for a call from AT, observed or not.  */
HIDDEN unsigned gomp_team_run_observed (const struct gomp_team_request *req,
                                        const void *at) COLD;
HIDDEN void gomp_team_start_observed (const struct gomp_team_request *req,
                                      const void *at) COLD;
HIDDEN void gomp_team_end_observed (void) COLD;

/* ---- Waits.  */

enum gomp_sync_kind
{
  GOMP_SYNC_EXPLICIT,  /* barrier of a barrier construct */
  GOMP_SYNC_WORKSHARE, /* of a worksharing construct */
  GOMP_SYNC_PARALLEL,  /* at the end of a region */
  GOMP_SYNC_INTERNAL,  /* of the library's own */
  GOMP_SYNC_TASKWAIT,
  GOMP_SYNC_TASKGROUP
};

/* SYNC.  At the end of the last barrier of a region `team' is NULL.  */
struct gomp_event_sync
{
  enum gomp_sync_kind kind;
  bool waits; /* the wait begins and ends with it; if not, there is a WAIT */
};
HIDDEN void gomp_observe_sync (struct gomp_observed_thread *thread,
                               enum gomp_event_row row,
                               const struct gomp_event_sync *sync,
                               const void *at) COLD;
/* gomp_team_barrier of the calling thread, for a barrier of KIND that is called
   from AT, observed or not.  */
HIDDEN bool gomp_team_barrier_observed (enum gomp_sync_kind kind,
                                        const void *at) COLD;

/* ---- Worksharing constructs.  A single's executor is in it until its next
   barrier or construct, since the end of a single is not seen.  */

struct gomp_loop;
HIDDEN void gomp_observe_work (struct gomp_observed_thread *thread,
                               enum gomp_event_row row,
                               const struct gomp_event_work *work,
                               const void *at) COLD;
HIDDEN void gomp_loop_start_observed (const struct gomp_loop *loop,
                                      const void *at) COLD;
/* gomp_loop_leave and, unless NOWAIT, the barrier.  */
HIDDEN bool gomp_loop_end_observed (bool nowait, const void *at) COLD;
HIDDEN bool gomp_single_observed (const void *at) COLD;
/* The same with copyprivate, and what follows it.  */
HIDDEN void *gomp_single_copy_observed (const void *at) COLD;
HIDDEN void gomp_single_publish_observed (void *data, const void *at) COLD;

/* ---- Locks.  */

enum gomp_lock_kind
{
  GOMP_LOCK_IS_LOCK,
  GOMP_LOCK_IS_TESTED, /* a test routine: acquire and acquired */
  GOMP_LOCK_IS_NEST,
  GOMP_LOCK_IS_NEST_TESTED,
  GOMP_LOCK_IS_CRITICAL,
  GOMP_LOCK_IS_ATOMIC,
  GOMP_LOCK_IS_ORDERED
};

/* LOCK, UNLOCKED, LOCK_MADE, LOCK_GONE, NESTED_LOCK.  */
struct gomp_event_lock
{
  enum gomp_lock_kind kind;
  const void *lock;
  unsigned hint;
};
/* The calling thread, if it is observed.  */
HIDDEN void gomp_observe_lock (enum gomp_event_row row,
                               enum gomp_lock_kind kind, const void *lock,
                               const void *at) COLD;
HIDDEN void gomp_observe_lock_hint (enum gomp_lock_kind kind, const void *lock,
                                    unsigned hint, const void *at) COLD;

/* An ordered region begins, and ends.  */
HIDDEN void gomp_ordered_observed (const void *at) COLD;
HIDDEN void gomp_ordered_end_observed (const void *at) COLD;

/* ---- Cancellation.  */

/* CANCEL, raised by the calling thread if it is observed.  */
struct gomp_event_cancel
{
  int which;      /* the ABI's number of the construct */
  bool activates; /* else: a cancellation is noticed */
};
HIDDEN void gomp_observe_cancel (int which, bool activates,
                                 const void *at) COLD;

/* ---- The tool interface, which lies above; the comments are its.  */

/* The process's first call begins: start the tool, if there is one.  */
HIDDEN void gomp_tool_start (void) COLD;
/* In a forked child, which has one thread.  */
HIDDEN void gomp_tool_forked (void) COLD;

#endif
