/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads, parallel regions and waits that a tool observes.  An observed
   instance of a construct calls the functions that the tool has registered
   (callbacks.h).

   Constructs have two instances.  The ordinary instance neither calls a tool
   nor tests if there is one.  An entry point finds the calling thread by
   gomp_self_fast, which returns NULL while threads are observed.  The entry
   point then calls the observed instance, whose name ends in _observed; this
   calls the tool, the ordinary instance, and the tool again.  The body of a
   region is wrapped: each thread of the team runs a function of observe.c,
   which calls the program's function.  So workers need no test, either.

   A thread has a list of the tasks that it is in.  The tasks lie on its stack,
   and tools may read the list in a signal handler.  No lock is held.

   At the end of an observed region the threads meet in a barrier, before the
   ordinary end, in which nobody waits for workers.  So each implicit task ends
   before the region ends.

   A thread that began before threads were observed is not observed until it
   begins a region outside of any other, or works for an observed one.  */

#ifndef GOMP_TEAM_OBSERVE_H
#define GOMP_TEAM_OBSERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/invariant.h"
#include "team/callbacks.h"
#include "team/self.h"
#include "team/team.h"
#include "tool_calls.h"

/* ---- Calls.  */

/* A call of the library by the program.  */
struct gomp_call
{
  const void *at; /* return address */
  void *frame;    /* the entry point's frame pointer, if it had one */
};
/* Of the function that uses this, an entry point.  */
#define GOMP_CALLER                                                            \
  ((struct gomp_call){ .at = __builtin_return_address (0),                     \
                       .frame = (void **)__builtin_dwarf_cfa () - 2 })

/* ---- Threads.  */

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
#define GOMP_FRAME_POINTER ompt_frame_framepointer
#define GOMP_FRAMES_NONE                                                       \
  ((struct gomp_frames){ .exit_kind = GOMP_FRAME_POINTER,                      \
                         .enter_kind = GOMP_FRAME_POINTER })

/* A thread's part in a worksharing construct.  */
struct gomp_work
{
  ompt_work_t kind; /* 0: none */
  unsigned loops;   /* doacross: how many; else 0 */
  uint64_t count;   /* iterations, sections */
  const void *at;   /* return address of the program's call */
};

/* A task on the stack of a thread.  */
struct gomp_observed_task
{
  ompt_data_t data;                         /* the tool's */
  struct gomp_task_env *env;                /* its data environment; NULL: not
                                               known, or it has not begun */
  void (*fn) (void *);                      /* explicit: its body, or NULL */
  struct gomp_frames frames;                /* see above */
  struct gomp_observed_task *_Atomic below; /* the task below it on the stack,
                                               or NULL */
  struct gomp_observed_region *region;      /* innermost region, or NULL */
  int flags;             /* enum ompt_task_flag_t: its kind, and traits */
  int state;             /* explicit: what its thread was waiting for before */
  unsigned size;         /* implicit: threads of the team */
  unsigned number;       /* implicit: its thread's number */
  bool expects_barrier;  /* implicit: its next barrier is that of a construct */
  unsigned scopes;       /* implicit: scope constructs that it is in */
  struct gomp_work work; /* implicit: the other construct that it is in */
  const void *merges;    /* the return address of the call after which compiled
                            code merges copies of a reduction; or NULL */
};

/* Is it an implicit task, or an initial one?  */
static inline bool
gomp_observed_is_implicit (const struct gomp_observed_task *task)
{
  return (task->flags & (ompt_task_initial | ompt_task_implicit)) != 0;
}

/* Made when the thread begins, if threads are observed then.  It is never
   unmapped, so the thread that ends the tool may look at the others'.  */
struct gomp_observed_thread
{
  struct gomp_observed_thread *next;       /* in the list of all; constant */
  atomic_bool taken;                       /* a thread has it */
  atomic_int calls;                        /* 1: the thread calls the tool, see
                                              callbacks.h */
  ompt_data_t data;                        /* the tool's; it and what follows is
                                              zero when a thread takes it */
  struct gomp_observed_task *_Atomic task; /* the current one; NULL: a worker
                                              that is docked */
  bool yields;                             /* in a taskyield */
  const void *asked_threads, *asked_teams; /* return address of its last call
                                              for their number, or NULL */
  const ompt_data_t *made;    /* the tool's, of the target task that it is
                                 making; or NULL */
  atomic_int state;           /* ompt_state_t of the wait that it is in, or 0 */
  const void *_Atomic wanted; /* the lock that it waits for, or NULL */
  ompt_mutex_t wanted_kind;   /* the kind of WANTED */
  struct gomp_observed_task initial;   /* its initial task, if any */
  struct gomp_observed_task team;      /* device process: of the team that it is
                                          in */
  struct gomp_observed_launch *launch; /* device process: the region that it
                                          runs, or NULL */
  ompt_data_t outermost; /* the tool's, of the implicit region around it; Archer
                            of LLVM writes there */
};

/* The tool's words of TASK, and its frames.  */
static inline ompt_data_t *
gomp_observed_data (struct gomp_observed_task *task)
{
  return task == NULL ? NULL : &task->data;
}
HIDDEN ompt_frame_t *gomp_observed_frames (struct gomp_observed_task *task);
/* The program's call of libomp.so.5, in a function that this calls.  If the
   call is the last thing that a task does in the program, it has no return
   address there: .at is then the position of the task's construct.  */
HIDDEN struct gomp_call gomp_observed_caller (void) COLD;

/* The task of THREAD calls the library; returns the task.  gomp_observe_leave:
   TASK goes on.  Calls may be nested.  */
static inline struct gomp_observed_task *
gomp_observe_enter (struct gomp_observed_thread *thread, struct gomp_call call)
{
  struct gomp_observed_task *task
      = thread == NULL
            ? NULL
            : atomic_load_explicit (&thread->task, memory_order_relaxed);
  if (task != NULL)
    atomic_store_explicit (&task->frames.enter.address, call.frame,
                           memory_order_relaxed);
  return task;
}

static inline void
gomp_observe_leave (struct gomp_observed_task *task)
{
  if (task != NULL)
    atomic_store_explicit (&task->frames.enter.address, NULL,
                           memory_order_relaxed);
}

/* THREAD: SELF, the calling thread, begins; an initial one with its initial
   task.  Does nothing if it has begun, if threads are not observed, or if it
   would not end.  */
HIDDEN void gomp_observe_thread (struct gomp_thread *self,
                                 ompt_thread_t type) COLD;
/* The same without an initial task.  */
HIDDEN void gomp_observe_bare_thread (struct gomp_thread *self,
                                      ompt_thread_t type) COLD;
/* The end of the thread, and of its initial task.  LAST: it ends the tool, and
   has called gomp_observe_stop.  */
HIDDEN void gomp_observe_thread_end (struct gomp_thread *self, bool last) COLD;
/* From now on no thread calls the tool, except for the calls that the calling
   one makes by GOMP_CALL_TOOL_AT_END.  Waits for calls of other threads; but if
   one of them does not return, because it waits for the calling thread,
   perhaps, no longer than a second.  */
HIDDEN void gomp_observe_stop (void) COLD;
/* In a forked child, which has one thread.  */
HIDDEN void gomp_observe_forked (void) COLD;
/* SELF, a thread of the library, encounters constructs, in an initial task. */
HIDDEN void gomp_observe_initial_task (struct gomp_thread *self) COLD;

/* ---- Parallel regions.  */

/* It lies on the stack of the encountering thread.  */
struct gomp_observed_region
{
  ompt_data_t data; /* the tool's */
  struct gomp_observed_task *encountering;
  unsigned requested;    /* threads or teams that the program wants */
  unsigned teams;        /* of a league: how many there are */
  int flags;             /* ompt_parallel_flag_t */
  struct gomp_work work; /* its threads begin in that construct */
  const void *at;        /* return address of the program's call */
  void (*fn) (void *);
  void *data_of_fn;
  const struct gomp_team_request *req; /* what begins it; not of a league */
  struct gomp_team *team; /* while a debugger may stop: its threads, or NULL */
};

static inline ompt_data_t *
gomp_observed_team (struct gomp_observed_task *task)
{
  return task == NULL || task->region == NULL ? NULL : &task->region->data;
}

/* gomp_team_run, and its halves, for a call from AT, observed or not.  */
HIDDEN unsigned gomp_team_run_observed (const struct gomp_team_request *req,
                                        struct gomp_call call);
HIDDEN void gomp_team_start_observed (const struct gomp_team_request *req,
                                      struct gomp_call call) COLD;
HIDDEN void gomp_team_end_observed (void) COLD;

/* A league of COUNT teams begins and ends; between, its thread runs
   gomp_league_team_observed (REGION) for each of them.  False: the thread is
   not observed.  */
HIDDEN bool gomp_league_begin_observed (struct gomp_observed_region *region,
                                        void (*fn) (void *), void *data,
                                        unsigned requested, unsigned count,
                                        struct gomp_call call) COLD;
HIDDEN void gomp_league_team_observed (void *region) COLD;
HIDDEN void gomp_league_end_observed (struct gomp_observed_region *region) COLD;

/* ---- Waits.  */

/* What a thread that waits there does.  */
static inline int
gomp_observed_state (ompt_sync_region_t kind)
{
  static const short states[] = {
    [ompt_sync_region_barrier_explicit] = ompt_state_wait_barrier_explicit,
    [ompt_sync_region_barrier_implementation]
    = ompt_state_wait_barrier_implementation,
    [ompt_sync_region_taskwait] = ompt_state_wait_taskwait,
    [ompt_sync_region_taskgroup] = ompt_state_wait_taskgroup,
    [ompt_sync_region_barrier_implicit_workshare]
    = ompt_state_wait_barrier_implicit_workshare,
    [ompt_sync_region_barrier_implicit_parallel]
    = ompt_state_wait_barrier_implicit_parallel,
    [ompt_sync_region_barrier_teams] = ompt_state_wait_barrier_teams,
  };
  gomp_invariant ((size_t)kind < GOMP_ARRAY_SIZE (states) && states[kind] != 0,
                  "a wait of kind %d has no state", (int)kind);
  return states[kind];
}

/* TASK is the current one of THREAD.  The functions for waits are inline,
   since KIND is known where they are called.  */
static SPECIALIZED void
gomp_observe_sync (struct gomp_observed_thread *thread,
                   struct gomp_observed_task *task, ompt_sync_region_t kind,
                   const void *at)
{
  GOMP_CALL_TOOL (thread, sync_region, kind, ompt_scope_begin,
                  gomp_observed_team (task), gomp_observed_data (task), at);
}

/* THREAD begins to wait in a synchronization of KIND.  Signal handlers see its
   state.  */
static SPECIALIZED void
gomp_observe_wait_begin (struct gomp_observed_thread *thread,
                         struct gomp_observed_task *task,
                         ompt_sync_region_t kind, const void *at)
{
  GOMP_CALL_TOOL_AS (thread, sync_region, sync_region_wait, kind,
                     ompt_scope_begin, gomp_observed_team (task),
                     gomp_observed_data (task), at);
  atomic_store_explicit (&thread->state, gomp_observed_state (kind),
                         memory_order_relaxed);
}

/* THREAD begins a synchronization, in which it waits at once.  */
static SPECIALIZED void
gomp_observe_sync_wait (struct gomp_observed_thread *thread,
                        struct gomp_observed_task *task,
                        ompt_sync_region_t kind, const void *at)
{
  gomp_observe_sync (thread, task, kind, at);
  gomp_observe_wait_begin (thread, task, kind, at);
}

/* THREAD has waited, and ends the synchronization.  The last barrier of a
   region ends without the region's word, since the region is over.  */
static SPECIALIZED void
gomp_observe_sync_wait_end (struct gomp_observed_thread *thread,
                            struct gomp_observed_task *task,
                            ompt_sync_region_t kind, const void *at)
{
  ompt_data_t *team = kind == ompt_sync_region_barrier_implicit_parallel
                          ? NULL
                          : gomp_observed_team (task);
  atomic_store_explicit (&thread->state, 0, memory_order_relaxed);
  GOMP_CALL_TOOL_AS (thread, sync_region, sync_region_wait, kind,
                     ompt_scope_end, team, gomp_observed_data (task), at);
  GOMP_CALL_TOOL (thread, sync_region, kind, ompt_scope_end, team,
                  gomp_observed_data (task), at);
}

/* gomp_team_barrier of the calling thread, for a barrier of KIND that is called
   from AT, observed or not.  */
HIDDEN bool gomp_team_barrier_observed (ompt_sync_region_t kind,
                                        struct gomp_call call);

/* ---- Worksharing constructs (observe_work.c).  A single's executor is in it
   until its next barrier or construct, unless the compiler's plugin says where
   the single ends.  */

struct gomp_loop;
/* THREAD's task begins the construct WORK, or ends its construct.  */
HIDDEN void gomp_observe_work (struct gomp_observed_thread *thread,
                               const struct gomp_work *work);
HIDDEN void gomp_observe_work_end (struct gomp_observed_thread *thread);
/* A construct of tasks, in which the thread itself is not.  */
HIDDEN void gomp_observe_taskloop (struct gomp_observed_thread *thread,
                                   ompt_scope_endpoint_t endpoint,
                                   uint64_t count, const void *at) COLD;
/* The construct of LOOP.  */
HIDDEN struct gomp_work gomp_observed_work (const struct gomp_loop *loop,
                                            const void *at) COLD;
HIDDEN void gomp_loop_start_observed (const struct gomp_loop *loop,
                                      struct gomp_call call);
/* gomp_loop_leave and, unless NOWAIT, the barrier.  */
HIDDEN bool gomp_loop_end_observed (bool nowait, struct gomp_call call);
/* gomp_loop_next, and the next section, or 0.  */
HIDDEN bool gomp_loop_next_observed (uint64_t *start, uint64_t *end) COLD;
HIDDEN unsigned gomp_section_next_observed (const void *at) COLD;
/* The calling thread, which is about to post the iteration NUMBERS of its
   doacross loop, or to wait for it.  Tools see so many numbers at most.  */
#define GOMP_DOACROSS_OBSERVED 16
HIDDEN unsigned gomp_doacross_observed (struct gomp_thread *self) COLD;
HIDDEN struct gomp_thread *
gomp_doacross_post_observed (const uint64_t *numbers) COLD;
HIDDEN struct gomp_thread *
gomp_doacross_wait_observed (const uint64_t *numbers) COLD;
HIDDEN bool gomp_single_observed (struct gomp_call call);
/* The same with copyprivate, and what follows it.  */
HIDDEN void *gomp_single_copy_observed (struct gomp_call call) COLD;
HIDDEN void gomp_single_publish_observed (void *data,
                                          struct gomp_call call) COLD;

/* ---- Constructs that divide iterations without a call (observe_static.c).  */

/* What the routines of that name return to the calling thread.  */
HIDDEN unsigned gomp_num_threads_observed (struct gomp_call call) COLD;
HIDDEN unsigned gomp_thread_num_observed (struct gomp_call call) COLD;
HIDDEN unsigned gomp_num_teams_observed (struct gomp_call call) COLD;
HIDDEN unsigned gomp_team_num_observed (struct gomp_call call) COLD;

/* ---- What the compiler's plugin says (observe_compiled.c; tool_calls.h).  */

/* The task of the calling thread begins CONSTRUCT, and ends it; after that,
   the construct may have a barrier.  */
HIDDEN void gomp_compiled_begin_observed (enum offgomp_construct construct,
                                          uint64_t count, const void *at) COLD;
HIDDEN void gomp_compiled_end_observed (enum offgomp_construct construct,
                                        bool has_barrier, const void *at) COLD;
/* It runs a masked construct.  */
HIDDEN void gomp_masked_observed (ompt_scope_endpoint_t endpoint,
                                  const void *at) COLD;
HIDDEN void gomp_flush_observed (const void *at) COLD;

/* ---- Locks.  */

/* The calling thread, if it is observed, asks for LOCK, has got it, has given
   it up.  A nestable lock is NESTED if its owner sets it again, or unsets it
   without giving it up.  */
HIDDEN void gomp_observe_acquire (ompt_mutex_t kind, const void *lock,
                                  const void *at);
/* The first of these for a critical construct with a HINT.  */
HIDDEN void gomp_observe_acquire_hinted (unsigned hint, const void *lock,
                                         const void *at) COLD;
HIDDEN void gomp_observe_acquired (ompt_mutex_t kind, const void *lock,
                                   bool nested, const void *at);
HIDDEN void gomp_observe_released (ompt_mutex_t kind, const void *lock,
                                   bool nested, const void *at);
/* LOCK is initialized with HINT, or destroyed.  */
HIDDEN void gomp_observe_lock_made (ompt_mutex_t kind, const void *lock,
                                    unsigned hint, const void *at) COLD;
HIDDEN void gomp_observe_lock_gone (ompt_mutex_t kind, const void *lock,
                                    const void *at) COLD;

/* An ordered region begins, and ends.  */
HIDDEN void gomp_ordered_observed (struct gomp_call call) COLD;
HIDDEN void gomp_ordered_end_observed (struct gomp_call call) COLD;

/* ---- Cancellation.  */

/* The construct of the ABI's number WHICH is cancelled, or was found to be.  */
HIDDEN void gomp_observe_cancel (int which, bool activates,
                                 const void *at) COLD;

/* ---- The tool interface, which lies above; the comments are its.  */

/* The process's first call begins: start the tool, if there is one.  */
HIDDEN void gomp_tool_start (void) COLD;
/* In a forked child, which has one thread.  */
HIDDEN void gomp_tool_forked (void) COLD;

#endif
