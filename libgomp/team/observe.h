/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of threads and parallel regions, and of waits, for listeners
   (base/observe.h); each function names the rows that it raises.

   Constructs have two instances.  The ordinary one neither raises events nor
   tests if it should.  An entry point finds the calling thread by
   gomp_self_fast, which is NULL while threads are observed.  The entry point
   has a branch for NULL anyway; that branch leads to the observed instance,
   whose name ends in _observed and which raises the events around the ordinary
   one.  The body of a region is wrapped: each thread of the team runs a
   function of observe.c, which calls the program's.  So workers need no test,
   either.

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
  GOMP_THREAD_INITIAL, /* a foreign thread, which has an initial task */
  GOMP_THREAD_WORKER
};

/* The frames on both sides of a task's own frames; NULL: none.  For tools, an
   ompt_frame_t.  */
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
/* The kind of both addresses: the frame pointer of a function of the
   library.  */
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

/* A program's properties of an explicit task: a sum.  */
enum gomp_task_trait
{
  GOMP_TRAIT_UNDEFERRED = 1,
  GOMP_TRAIT_UNTIED = 2,
  GOMP_TRAIT_FINAL = 4,
  GOMP_TRAIT_MERGEABLE = 8,
  GOMP_TRAIT_TASKWAIT = 16 /* a taskwait with dependences */
};

/* A thread's part in a worksharing construct.  */
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

/* `what' of WORK.  */
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
  struct gomp_observed_task *_Atomic below; /* the task below it on the stack,
                                               or NULL */
  struct gomp_observed_region *region;      /* innermost region, or NULL */
  enum gomp_task_kind kind;
  unsigned traits;     /* explicit: enum gomp_task_trait */
  int waits;           /* explicit: the wait of its thread before it, as in
                          gomp_observed_thread */
  unsigned size;       /* implicit: number of threads in the team */
  unsigned number;     /* implicit: its thread's number */
  bool had_single;     /* implicit: there was a single since the last barrier */
  const void *work_at; /* implicit: where the construct was called */
  struct gomp_event_work work; /* implicit: the construct that the task is in */
};

/* The record of a thread.  Made when the thread begins, if threads are
   observed then.  */
struct gomp_observed_thread
{
  struct gomp_identity identity;
  enum gomp_thread_kind kind;
  struct gomp_observed_task *_Atomic task; /* the current task; NULL: a docked
                                              worker */
  bool yields;                             /* in a taskyield */
  atomic_int waits; /* the wait that it is in: enum gomp_sync_kind plus 1; 0:
                       none */
  const void *_Atomic wanted;        /* the lock that it waits for, or NULL */
  int wanted_kind;                   /* enum gomp_lock_kind of that lock */
  struct gomp_observed_task initial; /* its initial task, if any */
};

/* THREAD: SELF, the calling thread, begins; `what' is its kind.  IMPLICIT
   follows if the thread has an initial task.  Does nothing if the thread has
   begun, or if threads are not observed.  */
HIDDEN void gomp_observe_thread (struct gomp_thread *self,
                                 enum gomp_thread_kind kind) COLD;
/* The ends of THREAD and IMPLICIT.  */
HIDDEN void gomp_observe_thread_end (struct gomp_thread *self) COLD;

/* ---- Parallel regions.  */

/* `what' of PARALLEL; it lies on the stack of the encountering thread.  */
struct gomp_observed_region
{
  struct gomp_identity identity;
  struct gomp_observed_task *encountering;
  unsigned requested;          /* number of threads that the program wants */
  bool by_program;             /* the program itself calls the primary's body */
  struct gomp_event_work work; /* the construct that the region begins with */
  const void *at;              /* return address of the program's call */
  void (*fn) (void *);
  void *data;
};

/* IMPLICIT: a thread's implicit task, or its initial task.  `what' is the task;
   at the end `team' is NULL.  */

/* gomp_team_run, and its two halves, for a call from AT.  They test if threads
   are observed.  */
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

/* `what' of SYNC.  At the end of the last barrier of a region `team' is
   NULL.  */
struct gomp_event_sync
{
  enum gomp_sync_kind kind;
  bool waits; /* SYNC itself is the wait; otherwise there is a WAIT */
};
HIDDEN void gomp_observe_sync (struct gomp_observed_thread *thread,
                               enum gomp_event_row row,
                               const struct gomp_event_sync *sync,
                               const void *at) COLD;
/* gomp_team_barrier of the calling thread, for a barrier of KIND that is
   called from AT. Tests if threads are observed.  */
HIDDEN bool gomp_team_barrier_observed (enum gomp_sync_kind kind,
                                        const void *at) COLD;

/* ---- Worksharing constructs.  The end of a single is not seen: its executor
   is in the single until its next barrier or construct.  */

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
/* The same with copyprivate, and the function that follows it.  */
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

/* `what' of LOCK, UNLOCKED, LOCK_MADE, LOCK_GONE, NESTED_LOCK.  */
struct gomp_event_lock
{
  enum gomp_lock_kind kind;
  const void *lock;
  unsigned hint;
};
/* Raise ROW for the calling thread, if it is observed.  */
HIDDEN void gomp_observe_lock (enum gomp_event_row row,
                               enum gomp_lock_kind kind, const void *lock,
                               const void *at) COLD;
HIDDEN void gomp_observe_lock_hint (enum gomp_lock_kind kind, const void *lock,
                                    unsigned hint, const void *at) COLD;

/* The beginning and the end of an ordered region.  */
HIDDEN void gomp_ordered_observed (const void *at) COLD;
HIDDEN void gomp_ordered_end_observed (const void *at) COLD;

/* ---- Cancellation.  */

/* CANCEL, raised by the calling thread if it is observed.  */
struct gomp_event_cancel
{
  int which;      /* the ABI's number of the construct */
  bool activates; /* false: the thread notices a cancellation */
};
HIDDEN void gomp_observe_cancel (int which, bool activates,
                                 const void *at) COLD;

/* ---- The tool interface, which lies above; it describes these functions.  */

/* The process calls the library for the first time: start the tool, if there
   is one.  */
HIDDEN void gomp_tool_start (void) COLD;
/* In a forked child, which has one thread.  */
HIDDEN void gomp_tool_forked (void) COLD;

#endif
