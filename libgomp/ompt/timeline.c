/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The timeline as a tool; see timeline.h.

   Owns nothing: a thread's word is its track, a region's the return address of
   the program's call.  Each function runs on the thread that its event
   happens on.  */

#include "ompt/timeline.h"

#include "icv/icv.h"

static void
thread_begin (ompt_thread_t type, ompt_data_t *data)
{
  (void)type;
  data->ptr = gomp_timeline_track_begin ();
}

static void
thread_end (ompt_data_t *data)
{
  gomp_timeline_track_end (data->ptr);
}

static void
parallel_begin (ompt_data_t *task, const ompt_frame_t *frame,
                ompt_data_t *parallel, unsigned requested, int flags,
                const void *at)
{
  bool is_league = (flags & (int)ompt_parallel_league) != 0;
  (void)task;
  (void)frame;
  parallel->ptr = (void *)at;
  gomp_timeline_begin (is_league ? GOMP_TIMELINE_LEAGUE : GOMP_TIMELINE_REGION,
                       requested, at);
}

static void
parallel_end (ompt_data_t *parallel, ompt_data_t *task, int flags,
              const void *at)
{
  (void)parallel;
  (void)task;
  (void)flags;
  (void)at;
  gomp_timeline_end ();
}

/* The initial task of a thread is no activity: it is there as long as the
   thread is.  */
static void
implicit_task (ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
               ompt_data_t *task, unsigned size, unsigned index, int flags)
{
  bool is_initial = (flags & ompt_task_initial) != 0;
  (void)size;
  if (endpoint == ompt_scope_end)
    {
      if (task->value == GOMP_TIMELINE_SHOWN)
        gomp_timeline_end ();
      return;
    }
  task->value = GOMP_TIMELINE_NOT_SHOWN;
  if (parallel == NULL || parallel->ptr == NULL)
    return;
  task->value = GOMP_TIMELINE_SHOWN;
  gomp_timeline_begin (is_initial ? GOMP_TIMELINE_TEAM : GOMP_TIMELINE_IMPLICIT,
                       index, parallel->ptr);
}

/* ---- Constructs.  */

static enum gomp_timeline_kind
work_kind (ompt_work_t work)
{
  switch (work)
    {
    case ompt_work_loop:
    case ompt_work_loop_static:
    case ompt_work_loop_other:
      return GOMP_TIMELINE_LOOP;
    case ompt_work_loop_dynamic:
      return GOMP_TIMELINE_LOOP_DYNAMIC;
    case ompt_work_loop_guided:
      return GOMP_TIMELINE_LOOP_GUIDED;
    case ompt_work_sections:
      return GOMP_TIMELINE_SECTIONS;
    case ompt_work_single_executor:
      return GOMP_TIMELINE_SINGLE;
    case ompt_work_distribute:
      return GOMP_TIMELINE_DISTRIBUTE;
    case ompt_work_scope:
      return GOMP_TIMELINE_SCOPE;
    case ompt_work_taskloop:
      return GOMP_TIMELINE_TASKLOOP;
    default:
      return GOMP_TIMELINE_OTHER_WORK;
    }
}

/* Of a single, only the executor is shown.  */
static void
work (ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
      ompt_data_t *task, uint64_t count, const void *at)
{
  (void)parallel;
  (void)task;
  if (type == ompt_work_single_other)
    return;
  if (endpoint == ompt_scope_begin)
    gomp_timeline_begin (work_kind (type), count, at);
  else
    gomp_timeline_end ();
}

static void
masked (ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
        ompt_data_t *task, const void *at)
{
  (void)parallel;
  (void)task;
  if (endpoint == ompt_scope_begin)
    gomp_timeline_begin (GOMP_TIMELINE_MASKED, 0, at);
  else
    gomp_timeline_end ();
}

static void
reduction (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
           ompt_data_t *parallel, ompt_data_t *task, const void *at)
{
  (void)kind;
  (void)parallel;
  (void)task;
  if (endpoint == ompt_scope_begin)
    gomp_timeline_begin (GOMP_TIMELINE_REDUCTION, 0, at);
  else
    gomp_timeline_end ();
}

static enum gomp_timeline_kind
wait_kind (ompt_sync_region_t kind)
{
  switch (kind)
    {
    case ompt_sync_region_taskwait:
      return GOMP_TIMELINE_TASKWAIT;
    case ompt_sync_region_taskgroup:
      return GOMP_TIMELINE_TASKGROUP;
    case ompt_sync_region_barrier_implicit_workshare:
      return GOMP_TIMELINE_WORK_BARRIER;
    case ompt_sync_region_barrier_implicit_parallel:
      return GOMP_TIMELINE_REGION_BARRIER;
    default:
      return GOMP_TIMELINE_BARRIER;
    }
}

static void
sync_region_wait (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                  ompt_data_t *parallel, ompt_data_t *task, const void *at)
{
  (void)parallel;
  (void)task;
  if (endpoint == ompt_scope_begin)
    gomp_timeline_begin (wait_kind (kind), 0, at);
  else
    gomp_timeline_end ();
}

/* ---- Locks.  */

/* A routine that only tests a lock does not wait.  */
static bool
is_test (ompt_mutex_t kind)
{
  return kind == ompt_mutex_test_lock || kind == ompt_mutex_test_nest_lock;
}

static void
mutex_acquire (ompt_mutex_t kind, unsigned hint, unsigned impl,
               ompt_wait_id_t id, const void *at)
{
  (void)hint;
  (void)impl;
  (void)id;
  if (!is_test (kind))
    gomp_timeline_begin (kind == ompt_mutex_critical  ? GOMP_TIMELINE_CRITICAL
                         : kind == ompt_mutex_atomic  ? GOMP_TIMELINE_ATOMIC
                         : kind == ompt_mutex_ordered ? GOMP_TIMELINE_ORDERED
                                                      : GOMP_TIMELINE_LOCK,
                         0, at);
}

/* If it was asked for.  */
static void
end_lock (void)
{
  enum gomp_timeline_kind kind = gomp_timeline_current ();
  if (kind >= GOMP_TIMELINE_LOCK && kind <= GOMP_TIMELINE_ORDERED)
    gomp_timeline_end ();
}

static void
mutex_acquired (ompt_mutex_t kind, ompt_wait_id_t id, const void *at)
{
  (void)id;
  (void)at;
  if (!is_test (kind))
    end_lock ();
}

static void
nest_lock (ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *at)
{
  (void)id;
  (void)at;
  if (endpoint == ompt_scope_begin)
    end_lock ();
}

/* ---- The tool.  */

#define REGISTER(name)                                                         \
  gomp_ompt_set_callback (ompt_callback_##name, (ompt_callback_t)name)

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  (void)lookup;
  (void)device;
  (void)data;
  if (!gomp_timeline_open ())
    return 0;
  REGISTER (thread_begin);
  REGISTER (thread_end);
  REGISTER (parallel_begin);
  REGISTER (parallel_end);
  REGISTER (implicit_task);
  REGISTER (work);
  REGISTER (masked);
  REGISTER (reduction);
  REGISTER (sync_region_wait);
  REGISTER (mutex_acquire);
  REGISTER (mutex_acquired);
  REGISTER (nest_lock);
  gomp_timeline_register_tasks ();
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void)data;
  gomp_timeline_close ();
}

ompt_start_tool_result_t *
gomp_timeline_tool (void)
{
  static ompt_start_tool_result_t tool = { initialize, finalize, { 0 } };
  return gomp_icv_global.trace == NULL ? NULL : &tool;
}
