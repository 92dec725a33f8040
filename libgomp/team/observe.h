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

/* A task on the stack of a thread.  */
struct gomp_observed_task
{
  struct gomp_identity identity;
  struct gomp_frames frames;
  struct gomp_observed_task *_Atomic below; /* the task that it is on top of, or
                                       NULL */
  struct gomp_observed_region *region;      /* innermost region, or NULL */
  enum gomp_task_kind kind;
  unsigned size;   /* implicit: threads of the team */
  unsigned number; /* implicit: its thread's number */
};

/* Made when the thread begins, if threads are observed then.  */
struct gomp_observed_thread
{
  struct gomp_identity identity;
  enum gomp_thread_kind kind;
  struct gomp_observed_task *_Atomic task; /* the current one; NULL: a worker
                                              that is docked */
  struct gomp_observed_task initial;       /* its initial task, if any */
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
  unsigned requested; /* threads that the program wants */
  bool by_program;    /* it calls the primary's body itself */
  const void *at;     /* return address of the program's call */
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

/* gomp_loop_leave and the barrier.  */
HIDDEN bool gomp_loop_end_observed (const void *at) COLD;

/* ---- The tool interface, which lies above; the comments are its.  */

/* The process's first call begins: start the tool, if there is one.  */
HIDDEN void gomp_tool_start (void) COLD;

#endif
