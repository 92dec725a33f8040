/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The observed instances of worksharing constructs, locks and cancellation; see
   observe.h.  Owns no data.  Any thread; no lock.  */

#include "base/invariant.h"
#include "os/entry.h"
#include "team/loop.h"
#include "team/observe.h"
#include "team/workshare.h"

/* ---- Worksharing constructs.  */

static inline void
call_work (struct gomp_observed_thread *thread, struct gomp_observed_task *task,
           ompt_scope_endpoint_t endpoint, const struct gomp_work *work)
{
  GOMP_CALL_TOOL (thread, work, work->kind, endpoint, gomp_observed_team (task),
                  gomp_observed_data (task), work->count, work->at);
}

void
gomp_observe_work_end (struct gomp_observed_thread *thread)
{
  struct gomp_observed_task *task = thread->task;
  if (task == NULL || task->work.kind == 0)
    return;
  call_work (thread, task, ompt_scope_end, &task->work);
  task->work.kind = 0;
}

void
gomp_observe_work (struct gomp_observed_thread *thread,
                   const struct gomp_work *work)
{
  struct gomp_observed_task *task = thread->task;
  if (task == NULL)
    return;
  if (task->work.kind != 0)
    gomp_observe_work_end (thread);
  task->work = *work;
  call_work (thread, task, ompt_scope_begin, work);
}

void
gomp_observe_taskloop (struct gomp_observed_thread *thread,
                       ompt_scope_endpoint_t endpoint, uint64_t count,
                       const void *at)
{
  const struct gomp_work work
      = { .kind = ompt_work_taskloop, .count = count, .at = at };
  call_work (thread, thread->task, endpoint, &work);
}

struct gomp_work
gomp_observed_work (const struct gomp_loop *loop, const void *at)
{
  struct gomp_work work = { .kind = ompt_work_loop_other,
                            .loops = loop->dimensions,
                            .count = loop->count,
                            .at = at };
  if (loop->unit)
    work.kind = ompt_work_sections;
  else if (loop->schedule == GOMP_SCHEDULE_STATIC)
    work.kind = ompt_work_loop_static;
  else if (loop->schedule == GOMP_SCHEDULE_DYNAMIC)
    work.kind = ompt_work_loop_dynamic;
  else if (loop->schedule == GOMP_SCHEDULE_GUIDED)
    work.kind = ompt_work_loop_guided;
  return work;
}

/* ---- Loops and singles.  */

void
gomp_loop_start_observed (const struct gomp_loop *loop, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  if (task != NULL)
    {
      const struct gomp_work work = gomp_observed_work (loop, call.at);
      gomp_observe_work (self->observed, &work);
    }
  gomp_loop_start (self, loop);
  gomp_observe_leave (task);
}

bool
gomp_loop_end_observed (bool nowait, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  gomp_loop_leave (self);
  if (self->observed != NULL)
    gomp_observe_work_end (self->observed);
  bool cancelled = !nowait
                   && gomp_team_barrier_observed (
                       ompt_sync_region_barrier_implicit_workshare, call);
  gomp_observe_leave (task);
  return cancelled;
}

/* The iterations from START to END of SELF's loop: what gomp_loop_next
   returned.  Both have the loop's own numbers.  */
static void
call_dispatch (struct gomp_thread *self, uint64_t start, uint64_t end)
{
  const struct gomp_workshare *ws = self->workshare;
  struct gomp_observed_task *task = self->observed->task;
  bool up = (int64_t)ws->step > 0;
  uint64_t step = up ? ws->step : -ws->step;
  uint64_t before = up ? start - ws->start : ws->start - start;
  uint64_t width = up ? end - start : start - end;
  ompt_dispatch_chunk_t chunk
      = { .start = before / step, .iterations = (width - 1) / step + 1 };
  GOMP_CALL_TOOL (self->observed, dispatch, gomp_observed_team (task),
                  gomp_observed_data (task), ompt_dispatch_ws_loop_chunk,
                  (ompt_data_t){ .ptr = &chunk });
}

bool
gomp_loop_next_observed (uint64_t *start, uint64_t *end)
{
  struct gomp_thread *self = gomp_self_observing ();
  if (!gomp_loop_next (self, start, end))
    return false;
  if (self->observed != NULL && gomp_callback (ompt_callback_dispatch) != NULL)
    call_dispatch (self, *start, *end);
  return true;
}

/* All sections have the same caller.  */
unsigned
gomp_section_next_observed (const void *at)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  uint64_t section, end;
  if (!gomp_loop_next (self, &section, &end))
    return 0;
  if (thread != NULL)
    GOMP_CALL_TOOL (thread, dispatch, gomp_observed_team (thread->task),
                    gomp_observed_data (thread->task), ompt_dispatch_section,
                    (ompt_data_t){ .ptr = (void *)(uintptr_t)at });
  return (unsigned)section;
}

/* SELF's doacross loop, if it is observed: how many loops that is.  A team of
   one thread does not keep this, since that thread never waits.  */
unsigned
gomp_doacross_observed (struct gomp_thread *self)
{
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = thread == NULL ? NULL : thread->task;
  return task == NULL || task->work.kind == 0 ? 0 : task->work.loops;
}

static struct gomp_thread *
call_doacross (const uint64_t *numbers, ompt_dependence_type_t type)
{
  struct gomp_thread *self = gomp_self_observing ();
  ompt_dependence_t all[GOMP_DOACROSS_OBSERVED];
  unsigned count = gomp_doacross_observed (self);
  if (count > GOMP_DOACROSS_OBSERVED)
    count = GOMP_DOACROSS_OBSERVED;
  for (unsigned i = 0; i < count; i++)
    all[i] = (ompt_dependence_t){ .variable.value = numbers[i],
                                  .dependence_type = type };
  if (count != 0)
    GOMP_CALL_TOOL (self->observed, dependences, &self->observed->task->data,
                    all, (int)count);
  return self;
}

struct gomp_thread *
gomp_doacross_post_observed (const uint64_t *numbers)
{
  return call_doacross (numbers, ompt_dependence_type_source);
}

struct gomp_thread *
gomp_doacross_wait_observed (const uint64_t *numbers)
{
  return call_doacross (numbers, ompt_dependence_type_sink);
}

/* SELF met a single that it EXECUTES, or does not.  */
static inline void
call_single (struct gomp_thread *self, bool executes, const void *at)
{
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = thread == NULL ? NULL : thread->task;
  if (task == NULL)
    return;
  if (task->work.kind != 0)
    gomp_observe_work_end (thread);
  const struct gomp_work work
      = { .kind = executes ? ompt_work_single_executor : ompt_work_single_other,
          .count = 1,
          .at = at };
  call_work (thread, task, ompt_scope_begin, &work);
  if (executes)
    task->work = work;
  else
    call_work (thread, task, ompt_scope_end, &work);
  task->expects_barrier = true;
}

bool
gomp_single_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  bool executes = gomp_workshare_single (self);
  call_single (self, executes, call.at);
  gomp_observe_leave (task);
  return executes;
}

void *
gomp_single_copy_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  bool executes = gomp_workshare_claim (self);
  call_single (self, executes, call.at);
  void *data = executes ? NULL : gomp_workshare_published (self);
  gomp_observe_leave (task);
  return data;
}

void
gomp_single_publish_observed (void *data, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  if (self->observed != NULL)
    gomp_observe_work_end (self->observed);
  gomp_workshare_publish (self, data);
  gomp_observe_leave (task);
}

/* ---- Locks.  */

static inline ompt_wait_id_t
id_of (const void *lock)
{
  return (ompt_wait_id_t)(uintptr_t)lock;
}

/* Where the program called a function with the return address AT.  Some of
   libomp.so.5 call or jump to this library's.  */
static inline const void *
position_of (const void *at)
{
  return unlikely (os_entry_has (at)) ? gomp_observed_caller ().at : at;
}

/* A thread that tests a lock does not wait for it.  */
static inline bool
waits (ompt_mutex_t kind)
{
  return kind != ompt_mutex_test_lock && kind != ompt_mutex_test_nest_lock;
}

static inline void
observe_acquire (ompt_mutex_t kind, unsigned hint, const void *lock,
                 const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  if (thread == NULL)
    return;
  GOMP_CALL_TOOL (thread, mutex_acquire, kind, hint, ompt_mutex_impl_none,
                  id_of (lock), position_of (at));
  if (!waits (kind))
    return;
  gomp_invariant (thread->wanted == NULL,
                  "a thread waits for a second lock while it wants one");
  thread->wanted_kind = kind;
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&thread->wanted, lock, memory_order_relaxed);
}

void
gomp_observe_acquire (ompt_mutex_t kind, const void *lock, const void *at)
{
  observe_acquire (kind, 0, lock, at);
}

void
gomp_observe_acquire_hinted (unsigned hint, const void *lock, const void *at)
{
  observe_acquire (ompt_mutex_critical, hint, lock, at);
}

static inline void
call_nest_lock (struct gomp_observed_thread *thread,
                ompt_scope_endpoint_t endpoint, const void *lock,
                const void *at)
{
  GOMP_CALL_TOOL (thread, nest_lock, endpoint, id_of (lock), at);
}

void
gomp_observe_acquired (ompt_mutex_t kind, const void *lock, bool nested,
                       const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  if (thread == NULL)
    return;
  atomic_store_explicit (&thread->wanted, NULL, memory_order_relaxed);
  at = position_of (at);
  if (nested)
    call_nest_lock (thread, ompt_scope_begin, lock, at);
  else
    GOMP_CALL_TOOL_AS (thread, mutex, mutex_acquired, kind, id_of (lock), at);
}

void
gomp_observe_released (ompt_mutex_t kind, const void *lock, bool nested,
                       const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  if (thread == NULL)
    return;
  at = position_of (at);
  if (nested)
    call_nest_lock (thread, ompt_scope_end, lock, at);
  else
    GOMP_CALL_TOOL_AS (thread, mutex, mutex_released, kind, id_of (lock), at);
}

void
gomp_observe_lock_made (ompt_mutex_t kind, const void *lock, unsigned hint,
                        const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  if (thread != NULL)
    GOMP_CALL_TOOL_AS (thread, mutex_acquire, lock_init, kind, hint,
                       ompt_mutex_impl_none, id_of (lock), position_of (at));
}

void
gomp_observe_lock_gone (ompt_mutex_t kind, const void *lock, const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  if (thread != NULL)
    GOMP_CALL_TOOL_AS (thread, mutex, lock_destroy, kind, id_of (lock),
                       position_of (at));
}

/* What identifies the construct is the loop's descriptor.  */
static const void *
ordered_of (const struct gomp_thread *self)
{
  return self->workshare != NULL ? (const void *)self->workshare : self;
}

void
gomp_ordered_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  const void *lock = ordered_of (self);
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  gomp_observe_acquire (ompt_mutex_ordered, lock, call.at);
  if (self->loop.ordered != 0)
    gomp_ordered_enter (self);
  gomp_observe_acquired (ompt_mutex_ordered, lock, false, call.at);
  gomp_observe_leave (task);
}

void
gomp_ordered_end_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  const void *lock = ordered_of (self);
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  if (self->loop.ordered != 0)
    gomp_ordered_exit (self);
  gomp_observe_released (ompt_mutex_ordered, lock, false, call.at);
  gomp_observe_leave (task);
}

/* ---- Cancellation.  */

void
gomp_observe_cancel (int which, bool activates, const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  int flags = activates ? ompt_cancel_activated : ompt_cancel_detected;
  if (thread == NULL)
    return;
  if ((which & 1) != 0)
    flags |= ompt_cancel_parallel;
  if ((which & 2) != 0)
    flags |= ompt_cancel_loop;
  if ((which & 4) != 0)
    flags |= ompt_cancel_sections;
  if ((which & 8) != 0)
    flags |= ompt_cancel_taskgroup;
  GOMP_CALL_TOOL (thread, cancel, gomp_observed_data (thread->task), flags, at);
}
