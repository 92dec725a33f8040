/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tracing of devices; see trace.h.

   Owns a trace for each device.  Its mutex protects everything in it except
   the words that gomp_ompt_traces reads.  No lock is held while the plugin is
   told what to record: the device may wait for room meanwhile.

   A trace of what happens in regions has a thread, the collector, which takes
   records from the device when many lie there.  Threads that end a construct or
   flush the trace also do.  */

#include "ompt/trace.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "base/mem.h"
#include "offload/device/device.h"
#include "ompt/recorder.h"
#include "os/os.h"
#include "os/process.h"

#define DEVICES 64
/* A buffer for so many is worth the calls of the tool.  */
#define RECOMMENDED_RECORDS 512
/* Records are taken from the device so many at a time, and so often without a
   look at the tool's buffer.  */
#define BATCH 64
#define BATCHES 128

struct queued
{
  ompt_record_ompt_t record;
  struct queued *next;
};

struct trace
{
  int number;                 /* of the device; constant */
  struct gomp_device *device; /* constant */
  pthread_mutex_t lock;
  pthread_cond_t is_free; /* no thread moves records any more */
  atomic_bool is_on, is_paused;
  bool drops; /* records, until the tool starts the trace again */
  atomic_uint_least64_t types;    /* that the tool wants: a bit each */
  atomic_uint_least64_t recorded; /* that the device records */
  bool has_collector;             /* a thread that collects records */
  atomic_bool is_over;            /* that thread shall end */
  pthread_t collector;
  bool is_moving; /* MOVER moves records */
  pthread_t mover;
  ompt_callback_buffer_request_t request;
  ompt_callback_buffer_complete_t complete;
  char *buffer; /* the tool's, or NULL */
  size_t size, used;
  struct queued *first, **end; /* records that are not in a buffer yet */
};

static struct trace *_Atomic traces[DEVICES];

ompt_device_t *
gomp_ompt_trace_open (struct gomp_device *device)
{
  struct trace *none = NULL;
  int number = device->number;
  if (number < 0 || number >= DEVICES)
    return NULL;
  if (atomic_load (&traces[number]) != NULL)
    return traces[number];
  struct trace *t = gomp_alloc_zeroed (sizeof (*t));
  if (t == NULL)
    return NULL;
  t->number = number;
  t->device = device;
  t->end = &t->first;
  pthread_mutex_init (&t->lock, NULL);
  pthread_cond_init (&t->is_free, NULL);
  if (!atomic_compare_exchange_strong (&traces[number], &none, t))
    gomp_free (t);
  return traces[number];
}

static struct trace *
trace_of (int number)
{
  return number < 0 || number >= DEVICES ? NULL : atomic_load (&traces[number]);
}

/* ---- Records.  */

/* The newer form of TYPE, or TYPE.  */
static ompt_callbacks_t
newer (ompt_callbacks_t type)
{
  switch (type)
    {
    case ompt_callback_target:
      return ompt_callback_target_emi;
    case ompt_callback_target_data_op:
      return ompt_callback_target_data_op_emi;
    case ompt_callback_target_submit:
      return ompt_callback_target_submit_emi;
    default:
      return type;
    }
}

static bool
wants (struct trace *t, ompt_callbacks_t type)
{
  return (atomic_load_explicit (&t->types, memory_order_relaxed) >> type & 1)
         != 0;
}

static bool
is_recording (struct trace *t)
{
  return atomic_load_explicit (&t->is_on, memory_order_relaxed)
         && !atomic_load_explicit (&t->is_paused, memory_order_relaxed);
}

bool
gomp_ompt_traces (int number, ompt_callbacks_t type)
{
  struct trace *t = trace_of (number);
  return t != NULL && is_recording (t)
         && (wants (t, type) || wants (t, newer (type)));
}

/* ---- Moving records.  The caller has the mutex, and gives it up while it
   calls the tool.  */

static void
give_back (struct trace *t)
{
  char *buffer = t->buffer;
  size_t used = t->used;
  t->buffer = NULL;
  pthread_mutex_unlock (&t->lock);
  t->complete (t->number, buffer, used, 0, 1);
  pthread_mutex_lock (&t->lock);
}

/* False: the tool gives none that has room for a record.  */
static bool
get_buffer (struct trace *t)
{
  ompt_buffer_t *buffer = NULL;
  size_t size = sizeof (ompt_record_ompt_t);
  pthread_mutex_unlock (&t->lock);
  t->request (t->number, &buffer, &size);
  pthread_mutex_lock (&t->lock);
  if (buffer == NULL || size < sizeof (ompt_record_ompt_t))
    return false;
  t->buffer = buffer;
  t->size = size;
  t->used = 0;
  return true;
}

static void
drop_queue (struct trace *t)
{
  while (t->first != NULL)
    {
      struct queued *q = t->first;
      t->first = q->next;
      gomp_free (q);
    }
  t->end = &t->first;
}

static void
move_first (struct trace *t)
{
  struct queued *q = t->first;
  memcpy (t->buffer + t->used, &q->record, sizeof (q->record));
  t->used += sizeof (q->record);
  t->first = q->next;
  if (t->first == NULL)
    t->end = &t->first;
  gomp_free (q);
}

/* From now on records are lost until the tool starts the trace again: none is
   missing between two others.  */
static void
drop (struct trace *t)
{
  atomic_store (&t->is_on, false);
  t->drops = true;
}

static void
move_all (struct trace *t, bool flushes)
{
  while (t->first != NULL)
    if (t->buffer == NULL && !get_buffer (t))
      {
        drop (t);
        drop_queue (t);
      }
    else if (t->size - t->used < sizeof (ompt_record_ompt_t))
      give_back (t);
    else
      move_first (t);
  if (flushes && t->buffer != NULL)
    give_back (t);
}

/* Move what is queued, unless another thread does.  FLUSHES: give the buffer
   back, after that thread; but not from a call of the tool by this one.  */
static void
move (struct trace *t, bool flushes)
{
  while (flushes && t->is_moving && !pthread_equal (t->mover, pthread_self ()))
    pthread_cond_wait (&t->is_free, &t->lock);
  if (t->is_moving)
    return;
  t->is_moving = true;
  t->mover = pthread_self ();
  move_all (t, flushes);
  t->is_moving = false;
  pthread_cond_broadcast (&t->is_free);
}

/* Queue a copy of RECORD.  With the mutex.  */
static void
append (struct trace *t, const ompt_record_ompt_t *record)
{
  struct queued *q = t->drops ? NULL : gomp_alloc (sizeof (*q));
  if (q == NULL && !t->drops)
    {
      drop (t);
      gomp_warning ("device %d: no memory for the records of the tool's trace\n"
                    "  hint: later records are lost until ompt_start_trace",
                    t->number);
    }
  if (q == NULL)
    return;
  *q = (struct queued){ .record = *record };
  *t->end = q;
  t->end = &q->next;
}

/* ---- What the device itself has recorded.  */

/* Queue it, as far as it lies there now.  With the mutex.  */
static void
collect (struct trace *t)
{
  ompt_record_ompt_t record[BATCH];
  const struct gomp_plugin *plugin = t->device->plugin;
  size_t n = BATCH;
  if (atomic_load (&t->recorded) == 0)
    return;
  for (unsigned i = 0; i < BATCHES && n == BATCH; i++)
    {
      n = plugin->trace_take (t->device->ordinal, record, BATCH);
      for (size_t k = 0; k < n; k++)
        append (t, &record[k]);
    }
}

/* While the tool takes its time with a buffer, records wait on the device.  */
static void *
run_collector (void *data)
{
  struct trace *t = data;
  while (t->device->plugin->trace_wait (t->device->ordinal)
         && !atomic_load (&t->is_over))
    {
      pthread_mutex_lock (&t->lock);
      while (t->is_moving)
        pthread_cond_wait (&t->is_free, &t->lock);
      collect (t);
      move (t, false);
      pthread_mutex_unlock (&t->lock);
    }
  return NULL;
}

/* Returns whether there is one.  */
static bool
start_collector (struct trace *t)
{
  unsigned long thread = 0;
  pthread_mutex_lock (&t->lock);
  if (!t->has_collector && os_thread_start (run_collector, t, 0, &thread) == 0)
    {
      t->has_collector = true;
      t->collector = (pthread_t)thread;
    }
  bool has_one = t->has_collector;
  pthread_mutex_unlock (&t->lock);
  return has_one;
}

/* Without a collector nothing is recorded, since the device would wait.  */
static bool
tell_device (struct trace *t, uint64_t types)
{
  const struct gomp_device *device = t->device;
  if (!device->plugin->trace (device->ordinal, types))
    return false;
  if (types == 0)
    return true;
  atomic_store (&t->recorded, types);
  return start_collector (t) || device->plugin->trace (device->ordinal, 0);
}

/* The device shall measure what it does if the tool wants that.  */
static void
measure (struct trace *t)
{
  const struct gomp_device *device = t->device;
  if (device->plugin->measure != NULL)
    device->plugin->measure (
        device->ordinal,
        gomp_ompt_traces (t->number, ompt_callback_target_submit)
            || gomp_ompt_traces (t->number, ompt_callback_target_data_op));
}

/* The device shall record what the tool wants now.  */
static bool
update_device (struct trace *t)
{
  uint64_t types = is_recording (t)
                       ? atomic_load (&t->types) & gomp_ompt_recorded_types
                       : 0;
  measure (t);
  if (t->device->plugin->trace == NULL
      || (types == 0 && atomic_load (&t->recorded) == 0))
    return true;
  return tell_device (t, types);
}

/* The collector ends, maybe the calling thread.  */
static void
end_collector (struct trace *t)
{
  pthread_mutex_lock (&t->lock);
  bool ends = t->has_collector;
  pthread_t thread = t->collector;
  t->has_collector = false;
  pthread_mutex_unlock (&t->lock);
  if (!ends)
    return;
  atomic_store (&t->is_over, true);
  update_device (t);
  if (pthread_equal (thread, pthread_self ()))
    pthread_detach (thread);
  else
    pthread_join (thread, NULL);
  atomic_store (&t->is_over, false);
}

/* ---- Records of what the host does.  */

/* The end of a construct comes after the records of its region.  */
static bool
is_end (const ompt_record_ompt_t *record)
{
  return record->type == ompt_callback_target
         && record->record.target.endpoint == ompt_scope_end;
}

void
gomp_ompt_trace_add (int number, const ompt_record_ompt_t *record)
{
  struct trace *t = trace_of (number);
  ompt_record_ompt_t copy = *record;
  copy.thread_id = (ompt_id_t)os_thread_id ();
  if (!wants (t, record->type))
    copy.type = newer (record->type);
  pthread_mutex_lock (&t->lock);
  if (is_end (record))
    collect (t);
  append (t, &copy);
  move (t, false);
  pthread_mutex_unlock (&t->lock);
}

void
gomp_ompt_trace_launch (int number, ompt_id_t target_id)
{
  struct trace *t = trace_of (number);
  if (t != NULL && atomic_load_explicit (&t->recorded, memory_order_relaxed))
    t->device->plugin->trace_launch (t->device->ordinal, target_id);
}

void
gomp_ompt_trace_begin (int number)
{
  struct trace *t = trace_of (number);
  uint64_t from, to;
  if (t != NULL && t->device->plugin->measured != NULL)
    t->device->plugin->measured (t->device->ordinal, &from, &to);
}

bool
gomp_ompt_trace_measured (int number, uint64_t begun, uint64_t *start,
                          uint64_t *end)
{
  struct trace *t = trace_of (number);
  uint64_t from, to;
  if (t == NULL || t->device->plugin->measured == NULL
      || !t->device->plugin->measured (t->device->ordinal, &from, &to)
      || from < begun)
    return false;
  *start = from;
  *end = to;
  return true;
}

static void
flush (struct trace *t)
{
  pthread_mutex_lock (&t->lock);
  collect (t);
  move (t, true);
  pthread_mutex_unlock (&t->lock);
}

static void
stop (struct trace *t)
{
  atomic_store (&t->is_on, false);
  update_device (t);
  flush (t);
}

void
gomp_ompt_trace_close (int number)
{
  struct trace *t = trace_of (number);
  if (t == NULL)
    return;
  stop (t);
  end_collector (t);
  atomic_store (&t->recorded, 0);
}

/* The collectors are threads of the parent, which also has all records.  */
void
gomp_ompt_trace_forked (void)
{
  for (int i = 0; i < DEVICES; i++)
    {
      struct trace *t = atomic_load (&traces[i]);
      if (t == NULL)
        continue;
      pthread_mutex_init (&t->lock, NULL);
      pthread_cond_init (&t->is_free, NULL);
      t->has_collector = t->is_moving = false;
      t->buffer = NULL;
      t->first = NULL;
      t->end = &t->first;
      atomic_store (&t->recorded, 0);
      atomic_store (&t->is_on, false);
    }
}

/* ---- The functions for tools.  */

static int
get_device_num_procs (ompt_device_t *device)
{
  const struct trace *t = device;
  const struct gomp_device *d = t->device;
  return d->plugin->num_procs != NULL ? d->plugin->num_procs (d->ordinal)
                                      : gomp_ompt_get_num_procs ();
}

static ompt_device_time_t
get_device_time (ompt_device_t *device)
{
  (void)device;
  return os_time_ns ();
}

static double
translate_time (ompt_device_t *device, ompt_device_time_t time)
{
  (void)device;
  return (double)time / 1e9;
}

#define BIT(name) (UINT64_C (1) << ompt_callback_##name)
#define OLDER (BIT (target) | BIT (target_data_op) | BIT (target_submit))
#define NEWER                                                                  \
  (BIT (target_emi) | BIT (target_data_op_emi) | BIT (target_submit_emi))

/* That the device itself can record.  */
static uint64_t
recorded_types (const struct trace *t)
{
  return t->device->plugin->trace != NULL ? gomp_ompt_recorded_types : 0;
}

/* TYPE is none of the host's, or 0.  */
static ompt_set_result_t
recorded_answer (const struct trace *t, unsigned type)
{
  if (type == 0)
    return ompt_set_sometimes;
  return (recorded_types (t) >> type & 1) != 0
             ? gomp_ompt_device_answer ((ompt_callbacks_t)type)
             : ompt_set_never;
}

/* Type 0 stands for all, target constructs in the older form.  */
static ompt_set_result_t
set_trace_ompt (ompt_device_t *device, unsigned enable, unsigned type)
{
  struct trace *t = device;
  if (type > ompt_callback_error)
    return ompt_set_error;
  uint64_t bits = type == 0 ? OLDER | recorded_types (t) : UINT64_C (1) << type;
  ompt_set_result_t answer = (bits & (OLDER | NEWER)) != 0 && type != 0
                                 ? ompt_set_always
                                 : recorded_answer (t, type);
  if (answer == ompt_set_never)
    return answer;
  if (enable)
    atomic_fetch_or (&t->types, bits);
  else
    atomic_fetch_and (&t->types, type == 0 ? 0 : ~bits);
  return update_device (t) ? answer : ompt_set_error;
}

static ompt_set_result_t
set_trace_native (ompt_device_t *device, int enable, int flags)
{
  (void)device;
  (void)enable;
  (void)flags;
  return ompt_set_never;
}

/* One buffer is used at a time.  */
static void
get_buffer_limits (ompt_device_t *device, int *max_concurrent_allocs,
                   size_t *recommended_bytes)
{
  (void)device;
  *max_concurrent_allocs = 1;
  *recommended_bytes = RECOMMENDED_RECORDS * sizeof (ompt_record_ompt_t);
}

static int
start_trace (ompt_device_t *device, ompt_callback_buffer_request_t request,
             ompt_callback_buffer_complete_t complete)
{
  struct trace *t = device;
  if (request == NULL || complete == NULL)
    return 0;
  pthread_mutex_lock (&t->lock);
  t->request = request;
  t->complete = complete;
  atomic_store (&t->is_paused, false);
  t->drops = false;
  atomic_store (&t->is_on, true);
  pthread_mutex_unlock (&t->lock);
  return update_device (t);
}

static int
pause_trace (ompt_device_t *device, int begins)
{
  struct trace *t = device;
  atomic_store (&t->is_paused, begins != 0);
  return update_device (t);
}

static int
flush_trace (ompt_device_t *device)
{
  flush (device);
  return 1;
}

static int
stop_trace (ompt_device_t *device)
{
  stop (device);
  return 1;
}

/* A cursor is the offset of a record.  */
static int
advance_buffer_cursor (ompt_device_t *device, ompt_buffer_t *buffer,
                       size_t size, ompt_buffer_cursor_t current,
                       ompt_buffer_cursor_t *next)
{
  (void)device;
  (void)buffer;
  *next = current + sizeof (ompt_record_ompt_t);
  return *next + sizeof (ompt_record_ompt_t) <= size;
}

static ompt_record_t
get_record_type (ompt_buffer_t *buffer, ompt_buffer_cursor_t current)
{
  (void)current;
  return buffer == NULL ? ompt_record_invalid : ompt_record_ompt;
}

/* A dispatched chunk lies behind the record of the dispatch.  */
static ompt_record_ompt_t *
get_record_ompt (ompt_buffer_t *buffer, ompt_buffer_cursor_t current)
{
  ompt_record_ompt_t *record = (ompt_record_ompt_t *)((char *)buffer + current);
  struct gomp_record_chunk *chunk = (void *)&record->record;
  if (record->type == ompt_callback_dispatch
      && gomp_record_has_chunk (chunk->dispatch.kind))
    chunk->dispatch.instance.ptr = &chunk->chunk;
  return record;
}

static void *
get_record_native (ompt_buffer_t *buffer, ompt_buffer_cursor_t current,
                   ompt_id_t *host_op_id)
{
  (void)buffer;
  (void)current;
  *host_op_id = ompt_id_none;
  return NULL;
}

static ompt_record_abstract_t *
get_record_abstract (void *native_record)
{
  (void)native_record;
  return NULL;
}

ompt_interface_fn_t
gomp_ompt_trace_lookup (const char *name)
{
  static const struct
  {
    const char *name;
    ompt_interface_fn_t function;
  } entries[] = {
#define ENTRY(name) { "ompt_" #name, (ompt_interface_fn_t)name }
    ENTRY (get_device_num_procs), ENTRY (get_device_time),
    ENTRY (translate_time),       ENTRY (set_trace_ompt),
    ENTRY (set_trace_native),     ENTRY (start_trace),
    ENTRY (pause_trace),          ENTRY (flush_trace),
    ENTRY (stop_trace),           ENTRY (advance_buffer_cursor),
    ENTRY (get_record_type),      ENTRY (get_record_ompt),
    ENTRY (get_record_native),    ENTRY (get_record_abstract),
    ENTRY (get_buffer_limits),
#undef ENTRY
  };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (entries); i++)
    if (strcmp (entries[i].name, name) == 0)
      return entries[i].function;
  return NULL;
}
