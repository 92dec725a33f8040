/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The listener that calls the tool; see ompt.h.  Any thread.  The tool's words
   are the listener's words with threads, regions and tasks.  */

#include "ompt/ompt.h"
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
        [GOMP_EVENT_WAIT_END] = hear_wait };

bool
gomp_ompt_listen (bool wanted)
{
  if (!wanted)
    gomp_listener_leave (&listener);
  else if (gomp_listener_join (&listener))
    gomp_listen_to_all (&listener, rows);
  return listener.slot != 0;
}
