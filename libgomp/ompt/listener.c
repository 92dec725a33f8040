/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The listener that calls the tool; see ompt.h.  Any thread.  The tool's words
   are the listener's words with threads, regions and tasks.  */

#include "base/mem.h"
#include "ompt/ompt.h"
#include "tasking/depend.h"
#include "tasking/observe.h"
#include "team/observe.h"

static struct gomp_listener listener = { .name = "OMPT" };

ompt_data_t *
gomp_ompt_data (struct gomp_identity *identity)
{
  _Static_assert(sizeof (ompt_data_t) == sizeof (union gomp_listener_word),
                 "a listener's word has room for a tool's");
  if (identity == NULL)
    return NULL;
  return (ompt_data_t *)(void *)gomp_observe_word (&listener, identity);
}

ompt_frame_t *
gomp_ompt_frame (struct gomp_observed_task *task)
{
  _Static_assert(sizeof (struct gomp_frames) == sizeof (ompt_frame_t)
                     && offsetof (struct gomp_frames, enter)
                            == offsetof (ompt_frame_t, enter_frame)
                     && offsetof (struct gomp_frames, exit_kind)
                            == offsetof (ompt_frame_t, exit_frame_flags)
                     && GOMP_FRAME_POINTER == (int)ompt_frame_framepointer,
                 "a task's frames are what tools see");
  return task == NULL ? NULL : (ompt_frame_t *)(void *)&task->frames;
}

/* ---- Threads and regions.  */

static void
hear_thread (const struct gomp_listener *self, const struct gomp_event *event)
{
  const enum gomp_thread_kind *kind = event->what;
  (void)self;
  GOMP_OMPT_CALL (thread_begin,
                  *kind == GOMP_THREAD_INITIAL ? ompt_thread_initial
                                               : ompt_thread_worker,
                  gomp_ompt_data (event->identity));
}

static void
hear_thread_end (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  (void)self;
  GOMP_OMPT_CALL (thread_end, gomp_ompt_data (event->identity));
}

static int
flags_of (const struct gomp_observed_region *region)
{
  return (int)((region->by_program ? ompt_parallel_invoker_program
                                   : ompt_parallel_invoker_runtime)
               | ompt_parallel_team);
}

static void
hear_parallel (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_observed_region *region = event->what;
  (void)self;
  GOMP_OMPT_CALL (parallel_begin, gomp_ompt_data (event->task),
                  gomp_ompt_frame (region->encountering),
                  gomp_ompt_data (event->team), region->requested,
                  flags_of (region), event->at);
}

static void
hear_parallel_end (const struct gomp_listener *self,
                   const struct gomp_event *event)
{
  const struct gomp_observed_region *region = event->what;
  (void)self;
  GOMP_OMPT_CALL (parallel_end, gomp_ompt_data (event->team),
                  gomp_ompt_data (event->task), flags_of (region), event->at);
}

static void
hear_implicit (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_observed_task *task = event->what;
  bool begins = event->row == GOMP_EVENT_IMPLICIT_BEGIN;
  bool initial = task->kind == GOMP_TASK_IS_INITIAL;
  (void)self;
  GOMP_OMPT_CALL (implicit_task, begins ? ompt_scope_begin : ompt_scope_end,
                  gomp_ompt_data (event->team), gomp_ompt_data (event->task),
                  begins ? task->size : 0, task->number,
                  initial ? ompt_task_initial : ompt_task_implicit);
}

/* ---- Waits.  */

static const ompt_sync_region_t kinds[] = {
  [GOMP_SYNC_EXPLICIT] = ompt_sync_region_barrier_explicit,
  [GOMP_SYNC_WORKSHARE] = ompt_sync_region_barrier_implicit_workshare,
  [GOMP_SYNC_PARALLEL] = ompt_sync_region_barrier_implicit_parallel,
  [GOMP_SYNC_INTERNAL] = ompt_sync_region_barrier_implementation,
  [GOMP_SYNC_TASKWAIT] = ompt_sync_region_taskwait,
  [GOMP_SYNC_TASKGROUP] = ompt_sync_region_taskgroup,
};

static void
call_wait (const struct gomp_event *event, ompt_scope_endpoint_t endpoint)
{
  const struct gomp_event_sync *sync = event->what;
  GOMP_OMPT_CALL_AS (sync_region, sync_region_wait, kinds[sync->kind], endpoint,
                     gomp_ompt_data (event->team), gomp_ompt_data (event->task),
                     event->at);
}

static void
call_sync (const struct gomp_event *event, ompt_scope_endpoint_t endpoint)
{
  const struct gomp_event_sync *sync = event->what;
  GOMP_OMPT_CALL (sync_region, kinds[sync->kind], endpoint,
                  gomp_ompt_data (event->team), gomp_ompt_data (event->task),
                  event->at);
}

static void
hear_sync (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_sync *sync = event->what;
  (void)self;
  call_sync (event, ompt_scope_begin);
  if (sync->waits)
    call_wait (event, ompt_scope_begin);
}

static void
hear_sync_end (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_sync *sync = event->what;
  (void)self;
  if (sync->waits)
    call_wait (event, ompt_scope_end);
  call_sync (event, ompt_scope_end);
}

static void
hear_wait (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  call_wait (event, event->row == GOMP_EVENT_WAIT_BEGIN ? ompt_scope_begin
                                                        : ompt_scope_end);
}

/* ---- Tasks.  */

/* As ompt_get_task_info says it, too.  */
int
gomp_ompt_task_flags (const struct gomp_observed_task *task)
{
  static const unsigned flags[] = { ompt_task_undeferred, ompt_task_untied,
                                    ompt_task_final, ompt_task_mergeable };
  if (task->kind != GOMP_TASK_IS_EXPLICIT)
    return task->kind == GOMP_TASK_IS_INITIAL ? ompt_task_initial
                                              : ompt_task_implicit;
  unsigned sum = (task->traits & GOMP_TRAIT_TASKWAIT) != 0 ? ompt_task_taskwait
                                                           : ompt_task_explicit;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (flags); i++)
    if ((task->traits & 1u << i) != 0)
      sum |= flags[i];
  return (int)sum;
}

static void
hear_made (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_task *what = event->what;
  struct gomp_observed_task *by
      = event->task == NULL
            ? NULL
            : container_of (event->task, struct gomp_observed_task, identity);
  (void)self;
  GOMP_OMPT_CALL (task_create, gomp_ompt_data (event->task),
                  gomp_ompt_frame (by), gomp_ompt_data (event->identity),
                  gomp_ompt_task_flags (what->task), what->depends, event->at);
}

static ompt_dependence_t
dependence_at (void **depend, size_t i)
{
  static const ompt_dependence_type_t types[]
      = { [GOMP_DEPEND_TYPE_IN] = ompt_dependence_type_in,
          [GOMP_DEPEND_TYPE_INOUT] = ompt_dependence_type_inout,
          [GOMP_DEPEND_TYPE_MUTEXINOUTSET] = ompt_dependence_type_mutexinoutset,
          [GOMP_DEPEND_TYPE_INOUTSET] = ompt_dependence_type_inoutset };
  void *address;
  enum gomp_depend_type type = gomp_depend_type (depend, i, &address);
  ompt_dependence_t dependence
      = { .variable.ptr = address, .dependence_type = types[type] };
  if (address == NULL)
    dependence.dependence_type = ompt_dependence_type_inout_all_memory;
  return dependence;
}

static void
hear_depends (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_depends *what = event->what;
  size_t count = gomp_depend_count (what->depend);
  (void)self;
  if (gomp_ompt_callback (ompt_callback_dependences) == NULL)
    return;
  ompt_dependence_t some[16], *all = some;
  if (count > GOMP_ARRAY_SIZE (some))
    all = gomp_xalloc (count * sizeof (*all));
  for (size_t i = 0; i < count; i++)
    all[i] = dependence_at (what->depend, i);
  GOMP_OMPT_CALL (dependences, gomp_ompt_data (event->identity), all,
                  (int)count);
  if (all != some)
    gomp_free (all);
}

static const ompt_task_status_t statuses[] = {
  [GOMP_TASK_SWITCHED] = ompt_task_switch,
  [GOMP_TASK_YIELDED] = ompt_task_yield,
  [GOMP_TASK_COMPLETED] = ompt_task_complete,
  [GOMP_TASK_DETACHED] = ompt_task_detach,
  [GOMP_TASK_FULFILLED_EARLY] = ompt_task_early_fulfill,
  [GOMP_TASK_FULFILLED_LATE] = ompt_task_late_fulfill,
  [GOMP_TASK_WAIT_COMPLETED] = ompt_taskwait_complete,
};

static void
hear_task (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_task *what = event->what;
  ompt_data_t *own = gomp_ompt_data (event->identity);
  ompt_data_t *other
      = what->other == NULL ? NULL : gomp_ompt_data (&what->other->identity);
  bool begins = event->row == GOMP_EVENT_TASK_BEGIN;
  (void)self;
  GOMP_OMPT_CALL (task_schedule, begins ? other : own, statuses[what->status],
                  begins ? own : other);
}

static void
hear_dropped (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  GOMP_OMPT_CALL (cancel, gomp_ompt_data (event->identity),
                  ompt_cancel_discarded_task | ompt_cancel_taskgroup, NULL);
}

/* ---- Worksharing constructs, cancellation.  */

static void
hear_work (const struct gomp_listener *self, const struct gomp_event *event)
{
  static const ompt_work_t works[]
      = { [GOMP_WORK_STATIC] = ompt_work_loop_static,
          [GOMP_WORK_DYNAMIC] = ompt_work_loop_dynamic,
          [GOMP_WORK_GUIDED] = ompt_work_loop_guided,
          [GOMP_WORK_OTHER] = ompt_work_loop_other,
          [GOMP_WORK_SECTIONS] = ompt_work_sections,
          [GOMP_WORK_SINGLE] = ompt_work_single_executor,
          [GOMP_WORK_NOT_SINGLE] = ompt_work_single_other,
          [GOMP_WORK_TASKLOOP] = ompt_work_taskloop };
  const struct gomp_event_work *work = event->what;
  (void)self;
  GOMP_OMPT_CALL (work, works[work->kind],
                  event->row == GOMP_EVENT_WORK_BEGIN ? ompt_scope_begin
                                                      : ompt_scope_end,
                  gomp_ompt_data (event->team), gomp_ompt_data (event->task),
                  work->count, event->at);
}

/* The numbers of GOMP_cancel.  */
static void
hear_cancel (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_cancel *what = event->what;
  int flags = what->activates ? ompt_cancel_activated : ompt_cancel_detected;
  (void)self;
  if ((what->which & 1) != 0)
    flags |= ompt_cancel_parallel;
  if ((what->which & 2) != 0)
    flags |= ompt_cancel_loop;
  if ((what->which & 4) != 0)
    flags |= ompt_cancel_sections;
  if ((what->which & 8) != 0)
    flags |= ompt_cancel_taskgroup;
  GOMP_OMPT_CALL (cancel, gomp_ompt_data (event->task), flags, event->at);
}

/* ---- Locks.  */

static const ompt_mutex_t mutexes[]
    = { [GOMP_LOCK_IS_LOCK] = ompt_mutex_lock,
        [GOMP_LOCK_IS_TESTED] = ompt_mutex_test_lock,
        [GOMP_LOCK_IS_NEST] = ompt_mutex_nest_lock,
        [GOMP_LOCK_IS_NEST_TESTED] = ompt_mutex_test_nest_lock,
        [GOMP_LOCK_IS_CRITICAL] = ompt_mutex_critical,
        [GOMP_LOCK_IS_ATOMIC] = ompt_mutex_atomic,
        [GOMP_LOCK_IS_ORDERED] = ompt_mutex_ordered };

static ompt_wait_id_t
wait_id (const struct gomp_event_lock *lock)
{
  return (ompt_wait_id_t)(uintptr_t)lock->lock;
}

static void
hear_lock (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_lock *lock = event->what;
  (void)self;
  GOMP_OMPT_CALL (mutex_acquire, mutexes[lock->kind], lock->hint,
                  ompt_mutex_impl_none, wait_id (lock), event->at);
}

static void
hear_made_lock (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  const struct gomp_event_lock *lock = event->what;
  (void)self;
  GOMP_OMPT_CALL_AS (mutex_acquire, lock_init, mutexes[lock->kind], lock->hint,
                     ompt_mutex_impl_none, wait_id (lock), event->at);
}

static void
hear_lock_end (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_lock *lock = event->what;
  (void)self;
  GOMP_OMPT_CALL_AS (mutex, mutex_acquired, mutexes[lock->kind], wait_id (lock),
                     event->at);
}

static void
hear_unlocked (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_lock *lock = event->what;
  (void)self;
  GOMP_OMPT_CALL_AS (mutex, mutex_released, mutexes[lock->kind], wait_id (lock),
                     event->at);
}

static void
hear_gone_lock (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  const struct gomp_event_lock *lock = event->what;
  (void)self;
  GOMP_OMPT_CALL_AS (mutex, lock_destroy, mutexes[lock->kind], wait_id (lock),
                     event->at);
}

static void
hear_nested (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_lock *lock = event->what;
  (void)self;
  GOMP_OMPT_CALL (nest_lock,
                  event->row == GOMP_EVENT_NESTED_LOCK_BEGIN ? ompt_scope_begin
                                                             : ompt_scope_end,
                  wait_id (lock), event->at);
}

/* ---- The listener.  */

static gomp_hear *const rows[GOMP_EVENT_ROWS]
    = { [GOMP_EVENT_THREAD_BEGIN] = hear_thread,
        [GOMP_EVENT_THREAD_END] = hear_thread_end,
        [GOMP_EVENT_PARALLEL_BEGIN] = hear_parallel,
        [GOMP_EVENT_PARALLEL_END] = hear_parallel_end,
        [GOMP_EVENT_IMPLICIT_BEGIN] = hear_implicit,
        [GOMP_EVENT_IMPLICIT_END] = hear_implicit,
        [GOMP_EVENT_SYNC_BEGIN] = hear_sync,
        [GOMP_EVENT_SYNC_END] = hear_sync_end,
        [GOMP_EVENT_WAIT_BEGIN] = hear_wait,
        [GOMP_EVENT_WAIT_END] = hear_wait,
        [GOMP_EVENT_TASK_MADE] = hear_made,
        [GOMP_EVENT_TASK_DEPENDS] = hear_depends,
        [GOMP_EVENT_TASK_BEGIN] = hear_task,
        [GOMP_EVENT_TASK_END] = hear_task,
        [GOMP_EVENT_TASK_FULFILLED] = hear_task,
        [GOMP_EVENT_TASK_DROPPED] = hear_dropped,
        [GOMP_EVENT_WORK_BEGIN] = hear_work,
        [GOMP_EVENT_WORK_END] = hear_work,
        [GOMP_EVENT_CANCEL] = hear_cancel,
        [GOMP_EVENT_LOCK_BEGIN] = hear_lock,
        [GOMP_EVENT_LOCK_END] = hear_lock_end,
        [GOMP_EVENT_UNLOCKED] = hear_unlocked,
        [GOMP_EVENT_LOCK_MADE] = hear_made_lock,
        [GOMP_EVENT_LOCK_GONE] = hear_gone_lock,
        [GOMP_EVENT_NESTED_LOCK_BEGIN] = hear_nested,
        [GOMP_EVENT_NESTED_LOCK_END] = hear_nested };

bool
gomp_ompt_listen (bool wanted)
{
  if (!wanted)
    gomp_listener_leave (&listener);
  else if (gomp_listener_join (&listener))
    gomp_listen_to_all (&listener, rows);
  return listener.slot != 0;
}
