/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The observed instances of regions and barriers; see observe.h.

   What a thread owns here only the thread itself changes, in an order in which
   its signal handlers may look at it: a task is complete before it is the
   current one, and is left before it is gone.  */

#include "team/observe.h"

#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "os/memory.h"
#include "team/loop.h"

/* ---- Raising.  */

static inline struct gomp_identity *
identity_of_task (struct gomp_observed_task *task)
{
  return task == NULL ? NULL : &task->identity;
}

static inline struct gomp_identity *
identity_of_region (struct gomp_observed_task *task)
{
  return task == NULL || task->region == NULL ? NULL : &task->region->identity;
}

static void
raise_thread (struct gomp_observed_thread *thread, enum gomp_event_row row)
{
  gomp_observe (&(struct gomp_event){ .row = row,
                                      .device = GOMP_EVENT_ON_HOST,
                                      .identity = &thread->identity,
                                      .thread = &thread->identity,
                                      .what = &thread->kind });
}

static void
raise_implicit (struct gomp_observed_thread *thread,
                struct gomp_observed_task *task, bool begins)
{
  gomp_observe (&(struct gomp_event){
      .row = begins ? GOMP_EVENT_IMPLICIT_BEGIN : GOMP_EVENT_IMPLICIT_END,
      .device = GOMP_EVENT_ON_HOST,
      .identity = &task->identity,
      .thread = &thread->identity,
      .team = begins ? identity_of_region (task) : NULL,
      .task = &task->identity,
      .what = task });
}

static void
raise_region (struct gomp_observed_thread *thread,
              struct gomp_observed_region *region, enum gomp_event_row row)
{
  gomp_observe (
      &(struct gomp_event){ .row = row,
                            .device = GOMP_EVENT_ON_HOST,
                            .at = region->at,
                            .identity = &region->identity,
                            .thread = &thread->identity,
                            .team = &region->identity,
                            .task = identity_of_task (region->encountering),
                            .what = region });
}

static void
raise_sync (struct gomp_observed_thread *thread, enum gomp_event_row row,
            const struct gomp_event_sync *sync, const void *at)
{
  struct gomp_observed_task *task = thread->task;
  bool over = row == GOMP_EVENT_SYNC_END && sync->kind == GOMP_SYNC_PARALLEL;
  gomp_observe (
      &(struct gomp_event){ .row = row,
                            .device = GOMP_EVENT_ON_HOST,
                            .at = at,
                            .thread = &thread->identity,
                            .team = over ? NULL : identity_of_region (task),
                            .task = identity_of_task (task),
                            .what = (void *)(uintptr_t)sync });
}

/* The wait is known to signal handlers between its two events.  */
void
gomp_observe_sync (struct gomp_observed_thread *thread, enum gomp_event_row row,
                   const struct gomp_event_sync *sync, const void *at)
{
  if (row == GOMP_EVENT_WAIT_END || row == GOMP_EVENT_SYNC_END)
    atomic_store_explicit (&thread->waits, 0, memory_order_relaxed);
  raise_sync (thread, row, sync, at);
  if (row == GOMP_EVENT_WAIT_BEGIN
      || (row == GOMP_EVENT_SYNC_BEGIN && sync->waits))
    atomic_store_explicit (&thread->waits, (int)sync->kind + 1,
                           memory_order_relaxed);
}

/* ---- Worksharing constructs.  */

void
gomp_observe_work (struct gomp_observed_thread *thread, enum gomp_event_row row,
                   const struct gomp_event_work *work, const void *at)
{
  struct gomp_observed_task *task = thread->task;
  gomp_observe (&(struct gomp_event){ .row = row,
                                      .device = GOMP_EVENT_ON_HOST,
                                      .at = at,
                                      .thread = &thread->identity,
                                      .team = identity_of_region (task),
                                      .task = identity_of_task (task),
                                      .what = (void *)(uintptr_t)work });
}

/* THREAD's task is in no construct any more.  */
static void
end_work (struct gomp_observed_thread *thread)
{
  struct gomp_observed_task *task = thread->task;
  if (task == NULL || task->work.kind == GOMP_WORK_NONE)
    return;
  gomp_observe_work (thread, GOMP_EVENT_WORK_END, &task->work, task->work_at);
  task->work.kind = GOMP_WORK_NONE;
}

/* It is in WORK.  */
static void
begin_work (struct gomp_observed_thread *thread,
            const struct gomp_event_work *work, const void *at)
{
  struct gomp_observed_task *task = thread->task;
  end_work (thread);
  if (task == NULL)
    return;
  task->work = *work;
  task->work_at = at;
  gomp_observe_work (thread, GOMP_EVENT_WORK_BEGIN, &task->work, at);
}

static struct gomp_event_work
work_of (const struct gomp_loop *loop)
{
  static const enum gomp_work_kind kinds[]
      = { [GOMP_SCHEDULE_STATIC] = GOMP_WORK_STATIC,
          [GOMP_SCHEDULE_DYNAMIC] = GOMP_WORK_DYNAMIC,
          [GOMP_SCHEDULE_GUIDED] = GOMP_WORK_GUIDED };
  struct gomp_event_work work
      = { .kind = GOMP_WORK_OTHER, .count = loop->count };
  if (loop->unit)
    work.kind = GOMP_WORK_SECTIONS;
  else if ((unsigned)loop->schedule < GOMP_ARRAY_SIZE (kinds)
           && kinds[loop->schedule] != GOMP_WORK_NONE)
    work.kind = kinds[loop->schedule];
  return work;
}

/* ---- Threads.  */

/* Workers do not use malloc.  NULL without memory: the thread is not
   observed.  */
static struct gomp_observed_thread *
make_thread (enum gomp_thread_kind kind)
{
  void *memory;
  if (os_sparse_map (sizeof (struct gomp_observed_thread), &memory) != 0)
    return NULL;
  struct gomp_observed_thread *thread = memory;
  thread->kind = kind;
  return thread;
}

void
gomp_observe_thread (struct gomp_thread *self, enum gomp_thread_kind kind)
{
  if (!gomp_self_is_observed () || self->observed != NULL)
    return;
  struct gomp_observed_thread *thread = make_thread (kind);
  if (thread == NULL)
    return;
  atomic_signal_fence (memory_order_seq_cst);
  self->observed = thread;
  raise_thread (thread, GOMP_EVENT_THREAD_BEGIN);
  if (kind != GOMP_THREAD_INITIAL)
    return;
  struct gomp_observed_task *task = &thread->initial;
  task->frames = GOMP_FRAMES_NONE;
  task->kind = GOMP_TASK_IS_INITIAL;
  task->size = 1;
  task->number = 1;
  atomic_store (&thread->task, task);
  raise_implicit (thread, task, true);
}

void
gomp_observe_thread_end (struct gomp_thread *self)
{
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL)
    return;
  if (thread->task == &thread->initial)
    {
      raise_implicit (thread, &thread->initial, false);
      atomic_store (&thread->task, NULL);
    }
  raise_thread (thread, GOMP_EVENT_THREAD_END);
  self->observed = NULL;
  atomic_signal_fence (memory_order_seq_cst);
  os_unmap (thread, sizeof (*thread));
}

/* ---- Parallel regions.  */

/* SELF begins its implicit TASK in REGION.  */
static void
begin_implicit (struct gomp_thread *self, struct gomp_observed_thread *thread,
                struct gomp_observed_task *task,
                struct gomp_observed_region *region)
{
  task->frames = GOMP_FRAMES_NONE;
  task->region = region;
  task->kind = GOMP_TASK_IS_IMPLICIT;
  task->size = gomp_team_num_threads (self);
  task->number = self->thread_num;
  atomic_store (&task->below, region->encountering);
  atomic_store (&thread->task, task);
  raise_implicit (thread, task, true);
  if (region->work.kind != GOMP_WORK_NONE)
    begin_work (thread, &region->work, region->at);
}

/* SELF ends it, after the barrier of the region; BELOW is its task then.  A
   region that is cancelled ends without the barrier.  */
static void
end_implicit (struct gomp_thread *self, struct gomp_observed_thread *thread,
              struct gomp_observed_task *task, struct gomp_observed_task *below,
              const void *at)
{
  const struct gomp_event_sync sync
      = { .kind = GOMP_SYNC_PARALLEL, .waits = true };
  end_work (thread);
  gomp_observe_sync (thread, GOMP_EVENT_SYNC_BEGIN, &sync, at);
  if (!gomp_team_cancelled (self->team))
    gomp_team_barrier (self);
  gomp_observe_sync (thread, GOMP_EVENT_SYNC_END, &sync, at);
  raise_implicit (thread, task, false);
  atomic_store (&thread->task, below);
}

/* The body of an observed region, in each of its threads.  */
static void
run_implicit (void *arg)
{
  struct gomp_observed_region *region = arg;
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  if (unlikely (thread == NULL))
    {
      region->fn (region->data);
      if (!gomp_team_cancelled (self->team))
        gomp_team_barrier (self);
      return;
    }
  struct gomp_observed_task *below = thread->task;
  struct gomp_observed_task task;
  memset (&task, 0, sizeof (task));
  begin_implicit (self, thread, &task, region);
  atomic_store (&task.frames.exit.address, __builtin_frame_address (0));
  region->fn (region->data);
  atomic_store (&task.frames.exit.address, NULL);
  end_implicit (self, thread, &task, below,
                self->thread_num == 0 ? region->at : NULL);
}

static void
begin_region (struct gomp_thread *self, struct gomp_observed_thread *thread,
              struct gomp_observed_region *region,
              const struct gomp_team_request *req, const void *at)
{
  *region = (struct gomp_observed_region){
    .encountering = thread->task,
    .requested = req->nthreads != 0 ? req->nthreads : self->task->icv->nthreads,
    .at = at,
    .fn = req->fn,
    .data = req->data,
  };
  if (req->prepare != NULL)
    region->work = work_of (req->prepare_arg);
}

unsigned
gomp_team_run_observed (const struct gomp_team_request *req, const void *at)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL)
    return gomp_team_run (self, req);
  struct gomp_observed_region region;
  begin_region (self, thread, &region, req, at);
  raise_region (thread, &region, GOMP_EVENT_PARALLEL_BEGIN);
  struct gomp_team_request wrapped = *req;
  wrapped.fn = run_implicit;
  wrapped.data = &region;
  unsigned nthreads = gomp_team_run (self, &wrapped);
  raise_region (thread, &region, GOMP_EVENT_PARALLEL_END);
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
gomp_team_start_observed (const struct gomp_team_request *req, const void *at)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL)
    {
      gomp_team_start (self, req);
      return;
    }
  struct halves *halves = gomp_xalloc_zeroed (sizeof (*halves));
  struct gomp_observed_region *region = &halves->region;
  begin_region (self, thread, region, req, at);
  region->by_program = true;
  raise_region (thread, region, GOMP_EVENT_PARALLEL_BEGIN);
  halves->below = thread->task;
  struct gomp_team_request wrapped = *req;
  wrapped.fn = run_implicit;
  wrapped.data = region;
  gomp_team_start (self, &wrapped);
  begin_implicit (self, thread, &halves->task, region);
}

void
gomp_team_end_observed (void)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = thread == NULL ? NULL : thread->task;
  if (task == NULL || task->region == NULL || !task->region->by_program)
    {
      gomp_team_end (self);
      return;
    }
  struct halves *halves = container_of (task, struct halves, task);
  end_implicit (self, thread, task, halves->below, halves->region.at);
  gomp_team_end (self);
  raise_region (thread, &halves->region, GOMP_EVENT_PARALLEL_END);
  gomp_free (halves);
}

/* ---- Barriers.  */

bool
gomp_team_barrier_observed (enum gomp_sync_kind kind, const void *at)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL)
    return gomp_team_barrier (self);
  struct gomp_observed_task *task = thread->task;
  if (task != NULL && task->had_single)
    {
      end_work (thread);
      task->had_single = false;
      kind = kind == GOMP_SYNC_EXPLICIT ? GOMP_SYNC_WORKSHARE : kind;
    }
  const struct gomp_event_sync sync = { .kind = kind, .waits = true };
  gomp_observe_sync (thread, GOMP_EVENT_SYNC_BEGIN, &sync, at);
  bool cancelled = gomp_team_barrier (self);
  gomp_observe_sync (thread, GOMP_EVENT_SYNC_END, &sync, at);
  return cancelled;
}

/* ---- Loops and singles.  */

void
gomp_loop_start_observed (const struct gomp_loop *loop, const void *at)
{
  struct gomp_thread *self = gomp_self ();
  if (self->observed != NULL)
    {
      const struct gomp_event_work work = work_of (loop);
      begin_work (self->observed, &work, at);
    }
  gomp_loop_start (self, loop);
}

bool
gomp_loop_end_observed (bool nowait, const void *at)
{
  struct gomp_thread *self = gomp_self ();
  gomp_loop_leave (self);
  if (self->observed != NULL)
    end_work (self->observed);
  return !nowait && gomp_team_barrier_observed (GOMP_SYNC_WORKSHARE, at);
}

/* SELF met a single that it EXECUTES, or does not.  */
static void
raise_single (struct gomp_thread *self, bool executes, const void *at)
{
  const struct gomp_event_work work
      = { .kind = executes ? GOMP_WORK_SINGLE : GOMP_WORK_NOT_SINGLE,
          .count = 1 };
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL)
    return;
  begin_work (thread, &work, at);
  if (!executes)
    end_work (thread);
  if (thread->task != NULL)
    thread->task->had_single = true;
}

bool
gomp_single_observed (const void *at)
{
  struct gomp_thread *self = gomp_self ();
  bool executes = gomp_workshare_single (self);
  raise_single (self, executes, at);
  return executes;
}

void *
gomp_single_copy_observed (const void *at)
{
  struct gomp_thread *self = gomp_self ();
  bool executes = gomp_workshare_claim (self);
  raise_single (self, executes, at);
  return executes ? NULL : gomp_workshare_published (self);
}

void
gomp_single_publish_observed (void *data, const void *at)
{
  struct gomp_thread *self = gomp_self ();
  (void)at;
  if (self->observed != NULL)
    end_work (self->observed);
  gomp_workshare_publish (self, data);
}

/* ---- Locks.  */

/* From the beginning of a set routine until the thread has the lock.  */
static void
note_wanted (struct gomp_observed_thread *thread, enum gomp_event_row row,
             const struct gomp_event_lock *lock)
{
  bool waits = row == GOMP_EVENT_LOCK_BEGIN && lock->kind != GOMP_LOCK_IS_TESTED
               && lock->kind != GOMP_LOCK_IS_NEST_TESTED;
  thread->wanted_kind = (int)lock->kind;
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&thread->wanted, waits ? lock->lock : NULL,
                         memory_order_relaxed);
}

static void
raise_lock (enum gomp_event_row row, const struct gomp_event_lock *lock,
            const void *at)
{
  struct gomp_observed_thread *thread = gomp_self ()->observed;
  if (thread == NULL)
    return;
  note_wanted (thread, row, lock);
  gomp_observe (&(struct gomp_event){ .row = row,
                                      .device = GOMP_EVENT_ON_HOST,
                                      .at = at,
                                      .thread = &thread->identity,
                                      .task = identity_of_task (thread->task),
                                      .what = (void *)(uintptr_t)lock });
}

void
gomp_observe_lock (enum gomp_event_row row, enum gomp_lock_kind kind,
                   const void *lock, const void *at)
{
  const struct gomp_event_lock what = { .kind = kind, .lock = lock };
  raise_lock (row, &what, at);
}

void
gomp_observe_lock_hint (enum gomp_lock_kind kind, const void *lock,
                        unsigned hint, const void *at)
{
  const struct gomp_event_lock what
      = { .kind = kind, .lock = lock, .hint = hint };
  raise_lock (GOMP_EVENT_LOCK_MADE, &what, at);
}

/* What identifies the construct is the loop's descriptor.  */
static const void *
ordered_of (const struct gomp_thread *self)
{
  return self->workshare != NULL ? (const void *)self->workshare : self;
}

void
gomp_ordered_observed (const void *at)
{
  struct gomp_thread *self = gomp_self ();
  const void *lock = ordered_of (self);
  gomp_observe_lock (GOMP_EVENT_LOCK_BEGIN, GOMP_LOCK_IS_ORDERED, lock, at);
  if (self->ordered != 0)
    gomp_ordered_enter (self);
  gomp_observe_lock (GOMP_EVENT_LOCK_END, GOMP_LOCK_IS_ORDERED, lock, at);
}

void
gomp_ordered_end_observed (const void *at)
{
  struct gomp_thread *self = gomp_self ();
  const void *lock = ordered_of (self);
  if (self->ordered != 0)
    gomp_ordered_exit (self);
  gomp_observe_lock (GOMP_EVENT_UNLOCKED, GOMP_LOCK_IS_ORDERED, lock, at);
}

/* ---- Cancellation.  */

void
gomp_observe_cancel (int which, bool activates, const void *at)
{
  const struct gomp_event_cancel what
      = { .which = which, .activates = activates };
  struct gomp_observed_thread *thread = gomp_self ()->observed;
  if (thread == NULL)
    return;
  gomp_observe (&(struct gomp_event){ .row = GOMP_EVENT_CANCEL,
                                      .device = GOMP_EVENT_ON_HOST,
                                      .at = at,
                                      .thread = &thread->identity,
                                      .task = identity_of_task (thread->task),
                                      .what = (void *)(uintptr_t)&what });
}
