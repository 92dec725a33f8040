/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target constructs, for tools; see target.h.

   Owns the listener, which joins under a mutex.  Everything else belongs to the
   thread that the event happens on.  */

#include "ompt/target.h"

#include <pthread.h>

#include "base/mem.h"
#include "offload/device/device.h"
#include "offload/observe.h"
#include "ompt/trace.h"
#include "os/os.h"

_Thread_local struct gomp_ompt_construct *gomp_ompt_construct;

int
gomp_ompt_device_number (int device)
{
  return device == GOMP_EVENT_ON_HOST ? gomp_device_visible_count () : device;
}

ompt_data_t *
gomp_ompt_task_data (void)
{
  struct gomp_ompt_construct *c = gomp_ompt_construct;
  return c == NULL || c->task == NULL ? NULL : &c->task->task.data;
}

ompt_data_t *
gomp_ompt_construct_data (void)
{
  struct gomp_ompt_construct *c = gomp_ompt_construct;
  return c == NULL || c->kind == 0 ? NULL : &c->data;
}

ompt_id_t
gomp_ompt_construct_id (const struct gomp_ompt_construct *c)
{
  if (c == NULL || c->kind == 0)
    return ompt_id_none;
  return c->data.value != 0 ? c->data.value : c->id;
}

/* ---- The beginning and the end.  */

/* An endpoint of C, which the tool has heard of.  */
static void
trace_target (const struct gomp_ompt_construct *c,
              ompt_scope_endpoint_t endpoint, const ompt_data_t *by)
{
  ompt_record_ompt_t record = { .type = ompt_callback_target,
                                .time = os_time_ns (),
                                .target_id = gomp_ompt_construct_id (c) };
  record.record.target
      = (ompt_record_target_t){ .kind = c->kind,
                                .endpoint = endpoint,
                                .device_num = c->device,
                                .task_id
                                = by == NULL ? ompt_id_none : by->value,
                                .target_id = record.target_id,
                                .codeptr_ra = c->at };
  gomp_ompt_trace_add (c->device, &record);
}

/* The word of the task that encountered C.  If that task may be gone, the
   target task stands for it.  */
static ompt_data_t *
encountering_data (const struct gomp_ompt_construct *c)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  if (c->task == NULL)
    return thread == NULL ? NULL : gomp_observed_data (thread->task);
  return c->task->maker != NULL ? &c->task->maker->data : &c->task->task.data;
}

static void
call_target (struct gomp_ompt_construct *c, ompt_scope_endpoint_t endpoint)
{
  ompt_data_t *by = encountering_data (c);
  ompt_data_t *task = c->task == NULL ? NULL : &c->task->task.data;
  if (c->kind == 0)
    return;
  if (gomp_callback (ompt_callback_target_emi) != NULL)
    GOMP_CALL_TOOL_ANYWHERE (target_emi, c->kind, endpoint, c->device, by, task,
                             &c->data, c->at);
  else
    GOMP_CALL_TOOL_ANYWHERE (target, c->kind, endpoint, c->device, by, c->id,
                             c->at);
  if (gomp_ompt_traces (c->device, ompt_callback_target))
    trace_target (c, endpoint, by);
}

/* KIND, if a task does it.  */
static ompt_target_t
deferred_kind (ompt_target_t kind)
{
  enum
  {
    NOWAIT = ompt_target_nowait - ompt_target
  };
  return kind == 0 || kind >= ompt_target_nowait
             ? kind
             : (ompt_target_t)(kind + NOWAIT);
}

static void
enter (struct gomp_ompt_construct *c)
{
  c->outer = gomp_ompt_construct;
  gomp_ompt_construct = c;
}

static void
leave (struct gomp_ompt_construct *c)
{
  gomp_ompt_construct = c->outer;
}

static struct gomp_ompt_construct *
begin (ompt_target_t kind, const struct gomp_event *event)
{
  struct gomp_ompt_construct *c = gomp_xalloc_zeroed (sizeof (*c));
  struct gomp_ompt_target_task *task = gomp_ompt_target_task;
  c->id = gomp_ompt_get_unique_id ();
  c->kind = kind;
  c->device = gomp_ompt_device_number (event->device);
  c->at = event->at;
  if (task != NULL && !task->has_construct)
    {
      task->has_construct = true;
      c->task = task;
      c->kind = deferred_kind (kind);
    }
  enter (c);
  call_target (c, ompt_scope_begin);
  return c;
}

static void
end (struct gomp_ompt_construct *c)
{
  call_target (c, ompt_scope_end);
  leave (c);
  gomp_free (c);
}

/* ---- Launches.  */

static void
call_submit (struct gomp_ompt_construct *c, ompt_scope_endpoint_t endpoint)
{
  if (gomp_callback (ompt_callback_target_submit_emi) != NULL)
    GOMP_CALL_TOOL_ANYWHERE (target_submit_emi, endpoint, &c->data, &c->launch,
                             c->teams);
  else if (endpoint == ompt_scope_begin)
    GOMP_CALL_TOOL_ANYWHERE (target_submit, c->id, c->launch, c->teams);
}

static void
end_launch (struct gomp_ompt_construct *c)
{
  if (!c->is_launching)
    return;
  c->is_launching = false;
  gomp_ompt_operation = NULL;
  call_submit (c, ompt_scope_end);
}

/* C's region has ended, as the calling thread has just seen.  The store of the
   end publishes the beginning.  */
static void
end_region (struct gomp_ompt_construct *c)
{
  uint64_t start, end = os_time_ns ();
  if (gomp_ompt_traces (c->device, ompt_callback_target_submit)
      && gomp_ompt_trace_measured (c->device, c->launched, &start, &end))
    c->launched = start;
  atomic_store (&c->launch_end, end);
}

static void
trace_launch (struct gomp_ompt_construct *c)
{
  uint64_t end = atomic_load (&c->launch_end);
  ompt_record_ompt_t record = { .type = ompt_callback_target_submit,
                                .time = c->launched,
                                .target_id = gomp_ompt_construct_id (c) };
  if (!gomp_ompt_traces (c->device, ompt_callback_target_submit))
    return;
  record.record.target_kernel
      = (ompt_record_target_kernel_t){ .host_op_id = c->launch,
                                       .requested_num_teams = c->teams,
                                       .end_time
                                       = end != 0 ? end : os_time_ns () };
  gomp_ompt_trace_add (c->device, &record);
}

/* The word with a deferred launch is its construct, for the end of it.  */
static void
hear_launch (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_launch *l = event->what;
  struct gomp_ompt_construct *c = gomp_ompt_construct;
  int teams, limit;
  if (l->model != GOMP_OPENMP || c == NULL)
    return;
  gomp_target_args_read (l->args, l->device->plugin->type, &teams, &limit);
  *gomp_observe_word (self, event->identity) = c;
  c->teams = teams < 0 ? 0 : (unsigned)teams;
  c->launch = gomp_ompt_get_unique_id ();
  c->is_launching = true;
  gomp_ompt_operation = &c->launch;
  call_submit (c, ompt_scope_begin);
  gomp_ompt_trace_launch (c->device, gomp_ompt_construct_id (c));
  gomp_ompt_trace_begin (c->device);
  atomic_store (&c->launch_end, 0);
  c->launched = os_time_ns ();
}

/* Any thread.  */
static void
hear_launch_done (const struct gomp_listener *self,
                  const struct gomp_event *event)
{
  struct gomp_ompt_construct *c = *gomp_observe_word (self, event->identity);
  if (c != NULL)
    end_region (c);
}

static void
hear_launch_end (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  const struct gomp_event_launch *l = event->what;
  struct gomp_ompt_construct *c = *gomp_observe_word (self, event->identity);
  if (c == NULL)
    return;
  if (!l->deferred)
    end_region (c);
  trace_launch (c);
  if (!l->deferred)
    end_launch (c);
}

/* ---- Constructs and routines.  */

/* The kinds of OpenMP's constructs; 0: none, a routine.  */
static const ompt_target_t kinds[GOMP_KIND_ACC_COMPUTE]
    = { [GOMP_KIND_TARGET] = ompt_target,
        [GOMP_KIND_NOWAIT] = ompt_target_nowait,
        [GOMP_KIND_DATA] = ompt_target_enter_data,
        [GOMP_KIND_DATA_END] = ompt_target_exit_data,
        [GOMP_KIND_ENTER] = ompt_target_enter_data,
        [GOMP_KIND_EXIT] = ompt_target_exit_data,
        [GOMP_KIND_BEGIN_OR_ENTER] = ompt_target_enter_data,
        [GOMP_KIND_END_OR_EXIT] = ompt_target_exit_data,
        [GOMP_KIND_UPDATE] = ompt_target_update };

/* The region of C, which a task has launched, has ended.  */
static struct gomp_ompt_construct *
finish (struct gomp_ompt_construct *c)
{
  if (c == NULL)
    return NULL;
  gomp_ompt_resume (c->task);
  enter (c);
  return c;
}

/* What omp_target_memset copies is no operation of its own.  */
static bool
is_heard (enum gomp_construct_kind kind)
{
  return gomp_construct_model (kind) == GOMP_OPENMP && kind != GOMP_KIND_SET;
}

static void
hear_construct (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  const struct gomp_event_construct *what = event->what;
  void **word = gomp_observe_word (self, event->identity);
  if (!is_heard (what->kind))
    *word = NULL;
  else if (what->kind == GOMP_KIND_FINISH)
    *word = finish (*gomp_observe_word (self, event->region));
  else
    *word = begin (kinds[what->kind], event);
}

/* A region that a task has launched goes on.  */
static void
hear_construct_end (const struct gomp_listener *self,
                    const struct gomp_event *event)
{
  const struct gomp_event_construct *what = event->what;
  struct gomp_ompt_construct *c = *gomp_observe_word (self, event->identity);
  if (c == NULL)
    return;
  if (what->kind == GOMP_KIND_NOWAIT)
    {
      end_launch (c);
      leave (c);
      return;
    }
  struct gomp_ompt_target_task *task = c->task;
  end (c);
  if (what->kind == GOMP_KIND_FINISH)
    gomp_ompt_end_task (task);
}

static void
hear_fallback (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_fallback *what = event->what;
  if (what->model == GOMP_OPENMP)
    *gomp_observe_word (self, event->identity) = begin (ompt_target, event);
}

static void
hear_fallback_end (const struct gomp_listener *self,
                   const struct gomp_event *event)
{
  struct gomp_ompt_construct *c = *gomp_observe_word (self, event->identity);
  if (c != NULL)
    end (c);
}

/* ---- The rows.  */

static struct gomp_listener listener = { .name = "ompt" };
static pthread_mutex_t joining = PTHREAD_MUTEX_INITIALIZER;
static bool has_joined; /* under the mutex */

static gomp_hear *const rows[GOMP_EVENT_ROWS]
    = { [GOMP_EVENT_DEVICE_READY] = gomp_ompt_hear_ready,
        [GOMP_EVENT_DEVICE_START_END] = gomp_ompt_hear_started,
        [GOMP_EVENT_DEVICE_ENDS] = gomp_ompt_hear_ends,
        [GOMP_EVENT_IMAGE_LOADED] = gomp_ompt_hear_loaded,
        [GOMP_EVENT_IMAGE_UNLOADED] = gomp_ompt_hear_unloads,
        [GOMP_EVENT_CONSTRUCT_BEGIN] = hear_construct,
        [GOMP_EVENT_CONSTRUCT_END] = hear_construct_end,
        [GOMP_EVENT_HOST_DATA_BEGIN] = hear_construct,
        [GOMP_EVENT_HOST_DATA_END] = hear_construct_end,
        [GOMP_EVENT_FALLBACK_BEGIN] = hear_fallback,
        [GOMP_EVENT_FALLBACK_END] = hear_fallback_end,
        [GOMP_EVENT_DEFERRED_BEGIN] = gomp_ompt_hear_deferred,
        [GOMP_EVENT_DEFERRED_END] = gomp_ompt_hear_deferred_end,
        [GOMP_EVENT_DEFERRED_START_BEGIN] = gomp_ompt_hear_deferred_start,
        [GOMP_EVENT_DEFERRED_START_END] = gomp_ompt_hear_deferred_leave,
        [GOMP_EVENT_LAUNCH_BEGIN] = hear_launch,
        [GOMP_EVENT_LAUNCH_DONE] = hear_launch_done,
        [GOMP_EVENT_LAUNCH_END] = hear_launch_end,
        [GOMP_EVENT_COPY_BEGIN] = gomp_ompt_hear_copy,
        [GOMP_EVENT_COPY_END] = gomp_ompt_hear_copy_end,
        [GOMP_EVENT_MAPPED] = gomp_ompt_hear_mapped,
        [GOMP_EVENT_USED] = gomp_ompt_hear_used,
        [GOMP_EVENT_UNMAPPED] = gomp_ompt_hear_unmapped,
        [GOMP_EVENT_ALLOCATED] = gomp_ompt_hear_memory,
        [GOMP_EVENT_FREED] = gomp_ompt_hear_memory,
        [GOMP_EVENT_FILLED] = gomp_ompt_hear_memory,
        [GOMP_EVENT_ASSOCIATED] = gomp_ompt_hear_memory,
        [GOMP_EVENT_DISASSOCIATED] = gomp_ompt_hear_memory };

static bool
is_of_devices (ompt_callbacks_t event)
{
  return (event >= ompt_callback_target && event <= ompt_callback_target_submit)
         || (event >= ompt_callback_device_initialize
             && event <= ompt_callback_device_unload)
         || event == ompt_callback_target_map
         || (event >= ompt_callback_target_emi
             && event <= ompt_callback_target_map_emi);
}

static bool
is_of_tasks (ompt_callbacks_t event)
{
  return event == ompt_callback_task_create
         || event == ompt_callback_task_schedule
         || event == ompt_callback_dependences;
}

void
gomp_ompt_listen (ompt_callbacks_t event)
{
  if (!is_of_devices (event) && !is_of_tasks (event))
    return;
  pthread_mutex_lock (&joining);
  if (!has_joined && gomp_listener_join (&listener))
    {
      has_joined = true;
      gomp_listen_to_all (&listener, rows);
      gomp_device_observe ();
    }
  pthread_mutex_unlock (&joining);
}

void
gomp_ompt_stop_listening (void)
{
  pthread_mutex_lock (&joining);
  if (has_joined)
    {
      gomp_listener_leave (&listener);
      gomp_device_observe ();
    }
  has_joined = false;
  pthread_mutex_unlock (&joining);
}

void
gomp_ompt_fork_devices (void)
{
  pthread_mutex_init (&joining, NULL);
  gomp_ompt_trace_forked ();
}

/* ---- Where a thread is.  */

int
gomp_ompt_get_target_info (uint64_t *device, ompt_id_t *target_id,
                           ompt_id_t *host_op_id)
{
  const struct gomp_ompt_construct *c = gomp_ompt_construct;
  const ompt_id_t *operation = gomp_ompt_operation;
  if (c == NULL || c->kind == 0)
    return 0;
  if (device != NULL)
    *device = (uint64_t)c->device;
  if (target_id != NULL)
    *target_id = gomp_ompt_construct_id (c);
  if (host_op_id != NULL)
    *host_op_id = operation == NULL ? ompt_id_none : *operation;
  return 1;
}
