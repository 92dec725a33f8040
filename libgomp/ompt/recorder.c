/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Records of the events in a device process; see recorder.h.

   Owns the recorder, which is set before there are events, and the numbers of
   regions and tasks.  The functions run on the thread of the event, which holds
   no lock.  They number regions and tasks even if nobody wants the record, as a
   later record may name them.  */

#include "ompt/recorder.h"

#include <stdatomic.h>
#include <string.h>

#include "base/compiler.h"
#include "offload/device/device.h"
#include "os/os.h"
#include "team/callbacks.h"
#include "team/self.h"

static struct offgomp_device_recorder recorder;

/* Not a number of the host, nor of another device.  */
static ompt_id_t
new_id (void)
{
  static _Atomic uint64_t last;
  return (uint64_t)(gomp_device_own_number () + 1) << 48
         | (atomic_fetch_add_explicit (&last, 1, memory_order_relaxed) + 1);
}

static ompt_id_t
id_of (const ompt_data_t *data)
{
  return data == NULL ? ompt_id_none : data->value;
}

/* Record an event of TYPE, with the MEMBER of the union that is initialized by
   the rest.  */
#define RECORD(event, member, ...)                                             \
  do                                                                           \
    if (recorder.wants (ompt_callback_##event))                                \
      {                                                                        \
        ompt_record_ompt_t record_                                             \
            = { .type = ompt_callback_##event, .time = os_time_ns () };        \
        record_.record.member = (ompt_record_##member##_t){ __VA_ARGS__ };     \
        put (&record_);                                                        \
      }                                                                        \
  while (0)

static void
put (ompt_record_ompt_t *record)
{
  record->thread_id = (ompt_id_t)gomp_self_observing ()->system_id;
  recorder.put (record);
}

/* ---- Threads and regions.  */

static void
thread_begin (ompt_thread_t type, ompt_data_t *thread)
{
  (void)thread;
  RECORD (thread_begin, thread_begin, .thread_type = type);
}

static void
parallel_begin (ompt_data_t *task, const ompt_frame_t *frame,
                ompt_data_t *region, unsigned requested, int flags,
                const void *at)
{
  (void)frame;
  region->value = new_id ();
  RECORD (parallel_begin, parallel_begin, .encountering_task_id = id_of (task),
          .parallel_id = region->value, .requested_parallelism = requested,
          .flags = flags, .codeptr_ra = at);
}

static void
parallel_end (ompt_data_t *region, ompt_data_t *task, int flags, const void *at)
{
  RECORD (parallel_end, parallel_end, .parallel_id = region->value,
          .encountering_task_id = id_of (task), .flags = flags,
          .codeptr_ra = at);
}

static void
implicit_task (ompt_scope_endpoint_t endpoint, ompt_data_t *region,
               ompt_data_t *task, unsigned size, unsigned index, int flags)
{
  if (endpoint == ompt_scope_begin)
    task->value = new_id ();
  RECORD (implicit_task, implicit_task, .endpoint = endpoint,
          .parallel_id = id_of (region), .task_id = task->value,
          .actual_parallelism = size, .index = index, .flags = flags);
}

/* ---- Waits and worksharing.  */

#define SYNC(event)                                                            \
  static void event (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,  \
                     ompt_data_t *region, ompt_data_t *task, const void *at)   \
  {                                                                            \
    RECORD (event, sync_region, .kind = kind, .endpoint = endpoint,            \
            .parallel_id = id_of (region), .task_id = id_of (task),            \
            .codeptr_ra = at);                                                 \
  }
SYNC (sync_region)
SYNC (sync_region_wait)
SYNC (reduction)

static void
work (ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *region,
      ompt_data_t *task, uint64_t count, const void *at)
{
  RECORD (work, work, .work_type = kind, .endpoint = endpoint,
          .parallel_id = id_of (region), .task_id = id_of (task),
          .count = count, .codeptr_ra = at);
}

static void
masked (ompt_scope_endpoint_t endpoint, ompt_data_t *region, ompt_data_t *task,
        const void *at)
{
  RECORD (masked, masked, .endpoint = endpoint, .parallel_id = id_of (region),
          .task_id = id_of (task), .codeptr_ra = at);
}

/* The chunk is gone after the call: it travels with the record.  */
static void
dispatch (ompt_data_t *region, ompt_data_t *task, ompt_dispatch_t kind,
          ompt_data_t instance)
{
  ompt_record_ompt_t record
      = { .type = ompt_callback_dispatch, .time = os_time_ns () };
  struct gomp_record_chunk chunk
      = { .dispatch = { .parallel_id = id_of (region),
                        .task_id = id_of (task),
                        .kind = kind,
                        .instance = instance } };
  _Static_assert(sizeof (chunk) <= sizeof (record.record),
                 "a chunk has room in the record");
  if (!recorder.wants (ompt_callback_dispatch))
    return;
  if (gomp_record_has_chunk (kind))
    {
      chunk.chunk = *(const ompt_dispatch_chunk_t *)instance.ptr;
      chunk.dispatch.instance = (ompt_data_t){ .ptr = NULL };
    }
  memcpy (&record.record, &chunk, sizeof (chunk));
  put (&record);
}

static void
flush (ompt_data_t *thread, const void *at)
{
  (void)thread;
  RECORD (flush, flush, .codeptr_ra = at);
}

static void
cancel (ompt_data_t *task, int flags, const void *at)
{
  RECORD (cancel, cancel, .task_id = id_of (task), .flags = flags,
          .codeptr_ra = at);
}

/* ---- Tasks.  */

static void
task_create (ompt_data_t *by, const ompt_frame_t *frame, ompt_data_t *task,
             int flags, int has_dependences, const void *at)
{
  (void)frame;
  task->value = new_id ();
  RECORD (task_create, task_create, .encountering_task_id = id_of (by),
          .new_task_id = task->value, .flags = flags,
          .has_dependences = has_dependences, .codeptr_ra = at);
}

static void
dependences (ompt_data_t *task, const ompt_dependence_t *list, int count)
{
  for (int i = 0; i < count; i++)
    RECORD (dependences, dependences, .task_id = task->value, .dep = list[i],
            .ndeps = count);
}

static void
task_dependence (ompt_data_t *src, ompt_data_t *sink)
{
  RECORD (task_dependence, task_dependence, .src_task_id = src->value,
          .sink_task_id = sink->value);
}

static void
task_schedule (ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next)
{
  RECORD (task_schedule, task_schedule, .prior_task_id = id_of (prior),
          .prior_task_status = status, .next_task_id = id_of (next));
}

/* ---- Locks.  */

#define ACQUIRE(event)                                                         \
  static void event (ompt_mutex_t kind, unsigned hint, unsigned impl,          \
                     ompt_wait_id_t lock, const void *at)                      \
  {                                                                            \
    RECORD (event, mutex_acquire, .kind = kind, .hint = hint, .impl = impl,    \
            .wait_id = lock, .codeptr_ra = at);                                \
  }
ACQUIRE (lock_init)
ACQUIRE (mutex_acquire)

#define MUTEX(event)                                                           \
  static void event (ompt_mutex_t kind, ompt_wait_id_t lock, const void *at)   \
  {                                                                            \
    RECORD (event, mutex, .kind = kind, .wait_id = lock, .codeptr_ra = at);    \
  }
MUTEX (lock_destroy)
MUTEX (mutex_acquired)
MUTEX (mutex_released)

static void
nest_lock (ompt_scope_endpoint_t endpoint, ompt_wait_id_t lock, const void *at)
{
  RECORD (nest_lock, nest_lock, .endpoint = endpoint, .wait_id = lock,
          .codeptr_ra = at);
}

/* ---- The table.  */

#define EVENTS                                                                 \
  EVENT (thread_begin)                                                         \
  EVENT (parallel_begin)                                                       \
  EVENT (parallel_end)                                                         \
  EVENT (implicit_task)                                                        \
  EVENT (sync_region)                                                          \
  EVENT (sync_region_wait)                                                     \
  EVENT (reduction)                                                            \
  EVENT (work)                                                                 \
  EVENT (masked)                                                               \
  EVENT (dispatch)                                                             \
  EVENT (flush)                                                                \
  EVENT (cancel)                                                               \
  EVENT (task_create)                                                          \
  EVENT (dependences)                                                          \
  EVENT (task_dependence)                                                      \
  EVENT (task_schedule)                                                        \
  EVENT (lock_init)                                                            \
  EVENT (lock_destroy)                                                         \
  EVENT (mutex_acquire)                                                        \
  EVENT (mutex_acquired)                                                       \
  EVENT (mutex_released)                                                       \
  EVENT (nest_lock)

#define EVENT(name) UINT64_C (1) << ompt_callback_##name |
const uint64_t gomp_ompt_recorded_types = EVENTS 0;
#undef EVENT

void
gomp_ompt_record (const struct offgomp_device_recorder *r)
{
  recorder = *r;
#define EVENT(name)                                                            \
  atomic_store (&gomp_callbacks[ompt_callback_##name], (ompt_callback_t)name);
  EVENTS
#undef EVENT
  gomp_self_observe (true);
}
