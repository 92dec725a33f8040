/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The observed instances of regions and barriers; see observe.h.

   Owns the table of the tool's functions.  What a thread owns here only the
   thread itself changes, in an order in which its signal handlers may look at
   it: a task is complete before it is the current one, and is left before it is
   gone.  */

#include "team/observe.h"

#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "os/entry.h"
#include "os/memory.h"
#include "os/os.h"
#include "sync/wait.h"
#include "team/breakpoint.h"
#include "team/hooks.h"
#include "team/loop.h"

ompt_callback_t _Atomic gomp_callbacks[GOMP_CALLBACKS];
ompt_callback_t _Atomic *_Atomic gomp_callbacks_in_force = gomp_callbacks;

/* ---- Calls of the tool.  */

/* The records of all threads that are and were.  */
static struct gomp_observed_thread *_Atomic records;

atomic_int *
gomp_callback_mark (void)
{
  static atomic_int unknown; /* of threads that the tool does not know */
  struct gomp_thread *self = gomp_self_known ();
  return self == NULL || self->observed == NULL ? &unknown
                                                : &self->observed->calls;
}

/* A callback that waits for the thread that ends the tool is given up after so
   long.  */
#define PATIENCE_NS 1000000000
#define NAP_NS 50000

static bool
is_calling (struct gomp_observed_thread *thread)
{
  return atomic_load_explicit (&thread->calls, memory_order_acquire) != 0;
}

void
gomp_observe_stop (void)
{
  static ompt_callback_t _Atomic none[GOMP_CALLBACKS];
  struct gomp_wait_word nap = { 0 };
  struct gomp_thread *self = gomp_self_known ();
  uint64_t end = os_time_ns () + PATIENCE_NS;
  atomic_store (&gomp_callbacks_in_force, none);
  /* Pairs with gomp_callback_enter.  */
  os_fence_heavy ();
  for (struct gomp_observed_thread *thread = atomic_load (&records);
       thread != NULL; thread = thread->next)
    while ((self == NULL || thread != self->observed) && is_calling (thread)
           && os_time_ns () < end)
      gomp_wait_sleep (&nap, 0, GOMP_WAIT_PRIVATE, NAP_NS);
}

void
gomp_observe_forked (void)
{
  for (struct gomp_observed_thread *thread = atomic_load (&records);
       thread != NULL; thread = thread->next)
    atomic_store (&thread->calls, 0);
}

ompt_frame_t *
gomp_observed_frames (struct gomp_observed_task *task)
{
  _Static_assert(sizeof (struct gomp_frames) == sizeof (ompt_frame_t)
                     && offsetof (struct gomp_frames, enter)
                            == offsetof (ompt_frame_t, enter_frame)
                     && offsetof (struct gomp_frames, exit_kind)
                            == offsetof (ompt_frame_t, exit_frame_flags),
                 "a task's frames are what tools see");
  return task == NULL ? NULL : (ompt_frame_t *)(void *)&task->frames;
}

/* Where the program has the construct that TASK is of; NULL: not known.  */
static const void *
construct_of (const struct gomp_observed_task *task)
{
  if (task == NULL)
    return NULL;
  if (!gomp_observed_is_implicit (task))
    return (const void *)(uintptr_t)task->fn;
  return task->region == NULL ? NULL : task->region->at;
}

struct gomp_call
gomp_observed_caller (void)
{
  const struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  const struct gomp_observed_task *task = thread == NULL ? NULL : thread->task;
  struct os_entry entry = { .at = NULL };
  const void *exit = task == NULL
                         ? NULL
                         : atomic_load_explicit (&task->frames.exit.address,
                                                 memory_order_relaxed);
  if (!os_entry_find (exit, &entry) || entry.at == NULL)
    entry.at = construct_of (task);
  return (struct gomp_call){ .at = entry.at, .frame = entry.frame };
}

/* ---- Threads.  */

/* Workers do not use malloc.  NULL without memory: the thread is not
   observed.  */
static struct gomp_observed_thread *
map_thread (void)
{
  void *memory;
  if (os_sparse_map (sizeof (struct gomp_observed_thread), &memory) != 0)
    return NULL;
  struct gomp_observed_thread *thread = memory;
  atomic_init (&thread->taken, true);
  thread->next = atomic_load (&records);
  while (!atomic_compare_exchange_weak (&records, &thread->next, thread))
    ;
  return thread;
}

/* Acquire, and release below: the record of a thread that has ended is zero
   when another takes it.  */
static struct gomp_observed_thread *
make_thread (void)
{
  struct gomp_observed_thread *thread = atomic_load (&records);
  while (thread != NULL
         && (atomic_load_explicit (&thread->taken, memory_order_relaxed)
             || atomic_exchange_explicit (&thread->taken, true,
                                          memory_order_acquire)))
    thread = thread->next;
  return thread != NULL ? thread : map_thread ();
}

static void
leave_thread (struct gomp_observed_thread *thread)
{
  const size_t kept = offsetof (struct gomp_observed_thread, data);
  memset ((char *)thread + kept, 0, sizeof (*thread) - kept);
  atomic_store_explicit (&thread->taken, false, memory_order_release);
}

/* A thread of a device process has an initial task in each region.  */
static void
begin_initial (struct gomp_thread *self, struct gomp_observed_thread *thread)
{
  struct gomp_observed_task *task = &thread->initial;
  task->env = self->task;
  task->frames = GOMP_FRAMES_NONE;
  task->flags = ompt_task_initial;
  task->size = 1;
  task->number = 1;
  atomic_store (&thread->task, task);
  GOMP_CALL_TOOL (thread, implicit_task, ompt_scope_begin, &thread->outermost,
                  &task->data, 1, 1, ompt_task_initial);
}

/* INITIAL: with an initial task.  */
static void
begin_thread (struct gomp_thread *self, ompt_thread_t type, bool initial)
{
  if (!gomp_self_is_observed () || self->observed != NULL
      || !gomp_self_may_end ())
    return;
  struct gomp_observed_thread *thread = make_thread ();
  if (thread == NULL)
    return;
  atomic_signal_fence (memory_order_seq_cst);
  self->observed = thread;
  GOMP_CALL_TOOL (thread, thread_begin, type, &thread->data);
  if (initial)
    begin_initial (self, thread);
  GOMP_BREAKPOINT (thread_begin);
}

void
gomp_observe_thread (struct gomp_thread *self, ompt_thread_t type)
{
  begin_thread (self, type,
                type == ompt_thread_initial && !gomp_icv_is_device ());
}

void
gomp_observe_bare_thread (struct gomp_thread *self, ompt_thread_t type)
{
  begin_thread (self, type, false);
}

void
gomp_observe_initial_task (struct gomp_thread *self)
{
  if (self->observed != NULL && self->observed->task == NULL)
    begin_initial (self, self->observed);
}

void
gomp_observe_thread_end (struct gomp_thread *self, bool last)
{
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL)
    return;
  GOMP_BREAKPOINT (thread_end);
  if (thread->task == &thread->initial)
    {
      GOMP_CALL_TOOL_AT_END (last, implicit_task, ompt_scope_end, NULL,
                             &thread->initial.data, 0, 1, ompt_task_initial);
      atomic_store (&thread->task, NULL);
    }
  GOMP_CALL_TOOL_AT_END (last, thread_end, &thread->data);
  self->observed = NULL;
  atomic_signal_fence (memory_order_seq_cst);
  leave_thread (thread);
}

/* ---- Parallel regions.  */

/* SELF begins its implicit TASK in REGION.  */
static inline void
begin_implicit (struct gomp_thread *self, struct gomp_observed_thread *thread,
                struct gomp_observed_task *task,
                struct gomp_observed_region *region)
{
  unsigned size = gomp_team_num_threads (self);
  unsigned number = self->thread_num;
  *task = (struct gomp_observed_task){ .env = self->task,
                                       .frames = GOMP_FRAMES_NONE,
                                       .below = region->encountering,
                                       .region = region,
                                       .flags = ompt_task_implicit,
                                       .size = size,
                                       .number = number };
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&thread->task, task, memory_order_relaxed);
  GOMP_CALL_TOOL (thread, implicit_task, ompt_scope_begin, &region->data,
                  &task->data, size, number, ompt_task_implicit);
  if (region->work.kind != 0)
    gomp_observe_work (thread, &region->work);
  GOMP_BREAKPOINT (task_begin);
}

/* SELF ends it, after the barrier of the region; BELOW is its task then.  A
   region that is cancelled ends without the barrier.  */
static inline void
end_implicit (struct gomp_thread *self, struct gomp_observed_thread *thread,
              struct gomp_observed_task *task, struct gomp_observed_task *below,
              const void *at)
{
  const ompt_sync_region_t kind = ompt_sync_region_barrier_implicit_parallel;
  GOMP_BREAKPOINT (task_end);
  if (task->work.kind != 0)
    gomp_observe_work_end (thread);
  while (unlikely (task->scopes != 0))
    gomp_compiled_end_observed (OFFGOMP_SCOPE, false, at);
  gomp_observe_sync_wait (thread, task, kind, at);
  if (!gomp_team_cancelled (self->team))
    gomp_team_barrier (self);
  gomp_observe_sync_wait_end (thread, task, kind, at);
  GOMP_CALL_TOOL (thread, implicit_task, ompt_scope_end, NULL, &task->data, 0,
                  task->number, ompt_task_implicit);
  gomp_invariant (thread->task == task,
                  "thread %u ends an implicit task that it is not in",
                  self->thread_num);
  atomic_store_explicit (&thread->task, below, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
}

/* The body of a region, in a thread that cannot be observed.  */
static COLD void
run_unobserved (struct gomp_thread *self, struct gomp_observed_region *region)
{
  region->fn (region->data_of_fn);
  if (!gomp_team_cancelled (self->team))
    gomp_team_barrier (self);
}

/* The body of an observed region, in each of its threads.  A worker may have
   begun before threads were observed.  */
static void
run_implicit (void *arg)
{
  struct gomp_observed_region *region = arg;
  struct gomp_thread *self = gomp_self_observing ();
  if (unlikely (self->observed == NULL))
    gomp_observe_thread (self, ompt_thread_worker);
  struct gomp_observed_thread *thread = self->observed;
  if (unlikely (thread == NULL))
    {
      run_unobserved (self, region);
      return;
    }
  struct gomp_observed_task *below = thread->task;
  struct gomp_observed_task task;
  begin_implicit (self, thread, &task, region);
  atomic_store_explicit (&task.frames.exit.address, __builtin_frame_address (0),
                         memory_order_relaxed);
  region->fn (region->data_of_fn);
  atomic_store_explicit (&task.frames.exit.address, NULL, memory_order_relaxed);
  end_implicit (self, thread, &task, below,
                self->thread_num == 0 ? region->at : NULL);
}

static inline void
call_region (struct gomp_observed_thread *thread,
             struct gomp_observed_region *region)
{
  GOMP_CALL_TOOL (thread, parallel_begin,
                  gomp_observed_data (region->encountering),
                  gomp_observed_frames (region->encountering), &region->data,
                  region->requested, region->flags, region->at);
}

static inline void
begin_region (struct gomp_thread *self, struct gomp_observed_thread *thread,
              struct gomp_observed_region *region,
              const struct gomp_team_request *req, int invoker, const void *at)
{
  *region = (struct gomp_observed_region){
    .encountering = thread->task,
    .requested = req->nthreads != 0 ? req->nthreads : self->task->icv->nthreads,
    .flags = invoker | (int)ompt_parallel_team,
    .at = at,
    .fn = req->fn,
    .data_of_fn = req->data,
    .req = req,
  };
  if (req->prepare != NULL)
    region->work = gomp_observed_work (req->prepare_arg, at);
  call_region (thread, region);
}

/* SELF is about to start the threads of TEAM: the only instruction at which the
   region is SELF's while the encountering task is still its current one.  */
static void
stop_at_begin (struct gomp_thread *self, struct gomp_team *team,
               const void *arg)
{
  struct gomp_observed_region *region = (struct gomp_observed_region *)arg;
  const struct gomp_team_request *req = region->req;
  region->team = team;
  GOMP_BREAKPOINT (parallel_begin);
  if (req->prepare != NULL)
    req->prepare (self, team, req->prepare_arg);
}

/* The request for REGION: its threads run the wrapped body.  */
static inline struct gomp_team_request
wrap (struct gomp_observed_region *region)
{
  struct gomp_team_request wrapped = *region->req;
  wrapped.fn = run_implicit;
  wrapped.data = region;
  if (unlikely (gomp_icv_global.debug))
    {
      wrapped.prepare = stop_at_begin;
      wrapped.prepare_arg = region;
    }
  return wrapped;
}

/* REGION, which has ended, is SELF's once more while a debugger looks.  */
static NOINLINE void
stop_at_end (struct gomp_thread *self, struct gomp_observed_region *region)
{
  struct gomp_team *outside = self->team;
  unsigned number = self->thread_num;
  if (region->team == NULL)
    return;
  self->thread_num = 0;
  self->team = region->team;
  atomic_signal_fence (memory_order_seq_cst);
  GOMP_BREAKPOINT (parallel_end);
  self->team = outside;
  self->thread_num = number;
}

static inline void
end_region (struct gomp_thread *self, struct gomp_observed_region *region)
{
  if (unlikely (gomp_icv_global.debug))
    stop_at_end (self, region);
  GOMP_CALL_TOOL (self->observed, parallel_end, &region->data,
                  gomp_observed_data (region->encountering), region->flags,
                  region->at);
}

/* What is known of SELF, which begins a region, or NULL.  A thread that began
   before threads were observed is observed from now on, unless it is in
   something that is not.  */
static inline struct gomp_observed_thread *
encountering_thread (struct gomp_thread *self)
{
  if (unlikely (self->observed == NULL) && self->team == NULL
      && self->task->implicit)
    gomp_observe_thread (self, ompt_thread_initial);
  return self->observed;
}

/* gomp_team_run for SELF, which is not observed.  If nothing is called as it
   ends, no team waits for its next region: to the tool, the workers would not
   end.  */
static COLD unsigned
run_team_unobserved (struct gomp_thread *self,
                     const struct gomp_team_request *req)
{
  unsigned nthreads = gomp_team_run (self, req);
  if (self->team == NULL && !gomp_self_may_end ())
    gomp_team_thread_fini (self);
  return nthreads;
}

unsigned
gomp_team_run_observed (const struct gomp_team_request *req,
                        struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = encountering_thread (self);
  if (thread == NULL)
    return run_team_unobserved (self, req);
  gomp_observe_enter (thread, call);
  struct gomp_observed_region region;
  begin_region (self, thread, &region, req, ompt_parallel_invoker_runtime,
                call.at);
  struct gomp_team_request wrapped = wrap (&region);
  unsigned nthreads = gomp_team_run (self, &wrapped);
  gomp_invariant (thread->task == region.encountering,
                  "a region of %u threads ends in another task", nthreads);
  end_region (self, &region);
  gomp_tasking_merge_observed (self, req->reductions, call.at);
  gomp_observe_leave (region.encountering);
  return nthreads;
}

/* A region that is started and ended by two calls, with its primary's task.  */
struct halves
{
  struct gomp_observed_task task; /* first, for gomp_team_end_observed */
  struct gomp_observed_region region;
  struct gomp_observed_task *below;
};

void
gomp_team_start_observed (const struct gomp_team_request *req,
                          struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = encountering_thread (self);
  if (thread == NULL)
    {
      gomp_team_start (self, req);
      return;
    }
  gomp_observe_enter (thread, call);
  struct halves *halves = gomp_xalloc_zeroed (sizeof (*halves));
  struct gomp_observed_region *region = &halves->region;
  begin_region (self, thread, region, req, ompt_parallel_invoker_program,
                call.at);
  halves->below = thread->task;
  struct gomp_team_request wrapped = wrap (region);
  gomp_team_start (self, &wrapped);
  gomp_observe_leave (region->encountering);
  begin_implicit (self, thread, &halves->task, region);
}

/* Its body was called by the program.  */
static bool
is_by_program (const struct gomp_observed_task *task)
{
  return task != NULL && task->region != NULL
         && (task->region->flags & ompt_parallel_invoker_program) != 0;
}

void
gomp_team_end_observed (void)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = thread == NULL ? NULL : thread->task;
  if (!is_by_program (task))
    {
      gomp_team_end (self);
      return;
    }
  struct halves *halves = container_of (task, struct halves, task);
  end_implicit (self, thread, task, halves->below, halves->region.at);
  gomp_team_end (self);
  end_region (self, &halves->region);
  gomp_free (halves);
}

/* ---- Leagues.  */

bool
gomp_league_begin_observed (struct gomp_observed_region *region,
                            void (*fn) (void *), void *data, unsigned requested,
                            unsigned count, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = encountering_thread (self);
  if (thread == NULL)
    return false;
  gomp_observe_enter (thread, call);
  *region = (struct gomp_observed_region){
    .encountering = thread->task,
    .requested = requested != 0 ? requested : count,
    .teams = count,
    .flags = ompt_parallel_invoker_runtime | ompt_parallel_league,
    .at = call.at,
    .fn = fn,
    .data_of_fn = data,
  };
  call_region (thread, region);
  GOMP_BREAKPOINT (teams_begin);
  return true;
}

/* The initial task of a team.  */
void
gomp_league_team_observed (void *arg)
{
  struct gomp_observed_region *region = arg;
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task task = { .env = self->task,
                                     .frames = GOMP_FRAMES_NONE,
                                     .below = region->encountering,
                                     .region = region,
                                     .flags = ompt_task_initial,
                                     .size = region->teams,
                                     .number = self->team_num };
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&thread->task, &task, memory_order_relaxed);
  GOMP_CALL_TOOL (thread, implicit_task, ompt_scope_begin, &region->data,
                  &task.data, task.size, task.number, ompt_task_initial);
  atomic_store_explicit (&task.frames.exit.address, __builtin_frame_address (0),
                         memory_order_relaxed);
  region->fn (region->data_of_fn);
  atomic_store_explicit (&task.frames.exit.address, NULL, memory_order_relaxed);
  gomp_observe_work_end (thread);
  GOMP_CALL_TOOL (thread, implicit_task, ompt_scope_end, NULL, &task.data, 0,
                  task.number, ompt_task_initial);
  gomp_invariant (thread->task == &task,
                  "team %u ends in a task that is not its initial one",
                  task.number);
  atomic_store_explicit (&thread->task, region->encountering,
                         memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
}

void
gomp_league_end_observed (struct gomp_observed_region *region)
{
  GOMP_BREAKPOINT (teams_end);
  end_region (gomp_self_observing (), region);
  gomp_observe_leave (region->encountering);
}

/* ---- Barriers.  */

bool
gomp_team_barrier_observed (ompt_sync_region_t kind, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = gomp_observe_enter (thread, call);
  if (task == NULL)
    return gomp_team_barrier (self);
  if (task->expects_barrier)
    {
      gomp_observe_work_end (thread);
      task->expects_barrier = false;
      if (kind == ompt_sync_region_barrier_explicit)
        kind = ompt_sync_region_barrier_implicit_workshare;
    }
  gomp_observe_sync_wait (thread, task, kind, call.at);
  bool cancelled = gomp_team_barrier (self);
  gomp_observe_sync_wait_end (thread, task, kind, call.at);
  gomp_tasking_merge_shared_observed (self, call.at);
  gomp_observe_leave (task);
  return cancelled;
}
