/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tracing of devices; see trace.h.

   Owns a trace for each device.  Its mutex protects everything in it except
   the words that gomp_ompt_traces reads.  */

#include "ompt/trace.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/compiler.h"
#include "base/mem.h"
#include "os/os.h"

#define DEVICES 64
/* A buffer for so many is worth the calls of the tool.  */
#define RECOMMENDED_RECORDS 512

struct queued
{
  ompt_record_ompt_t record;
  struct queued *next;
};

struct trace
{
  int number; /* of the device; constant */
  pthread_mutex_t lock;
  pthread_cond_t is_free; /* no thread moves records any more */
  atomic_bool is_on, is_paused;
  atomic_uint_least64_t types; /* that the tool wants: a bit each */
  bool is_moving;              /* MOVER moves records */
  pthread_t mover;
  ompt_callback_buffer_request_t request;
  ompt_callback_buffer_complete_t complete;
  char *buffer; /* the tool's, or NULL */
  size_t size, used;
  struct queued *first, **end; /* records that are not in a buffer yet */
};

static struct trace *_Atomic traces[DEVICES];

ompt_device_t *
gomp_ompt_trace_open (int number)
{
  struct trace *none = NULL;
  if (number < 0 || number >= DEVICES)
    return NULL;
  if (atomic_load (&traces[number]) != NULL)
    return traces[number];
  struct trace *t = gomp_alloc_zeroed (sizeof (*t));
  if (t == NULL)
    return NULL;
  t->number = number;
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

/* The newer form of TYPE.  */
static ompt_callbacks_t
newer (ompt_callbacks_t type)
{
  return type == ompt_callback_target ? ompt_callback_target_emi
         : type == ompt_callback_target_data_op
             ? ompt_callback_target_data_op_emi
             : ompt_callback_target_submit_emi;
}

static bool
wants (struct trace *t, ompt_callbacks_t type)
{
  return (atomic_load_explicit (&t->types, memory_order_relaxed) >> type & 1)
         != 0;
}

bool
gomp_ompt_traces (int number, ompt_callbacks_t type)
{
  struct trace *t = trace_of (number);
  return t != NULL && atomic_load_explicit (&t->is_on, memory_order_relaxed)
         && !atomic_load_explicit (&t->is_paused, memory_order_relaxed)
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

/* Without a buffer, records are lost until the tool starts the trace again.  */
static void
move_all (struct trace *t, bool flushes)
{
  while (t->first != NULL)
    if (t->buffer == NULL && !get_buffer (t))
      {
        atomic_store (&t->is_on, false);
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

void
gomp_ompt_trace_add (int number, const ompt_record_ompt_t *record)
{
  struct trace *t = trace_of (number);
  struct queued *q = gomp_alloc (sizeof (*q));
  if (q == NULL)
    return;
  *q = (struct queued){ .record = *record };
  q->record.thread_id = (ompt_id_t)os_thread_id ();
  if (!wants (t, record->type))
    q->record.type = newer (record->type);
  pthread_mutex_lock (&t->lock);
  *t->end = q;
  t->end = &q->next;
  move (t, false);
  pthread_mutex_unlock (&t->lock);
}

static void
flush (struct trace *t)
{
  pthread_mutex_lock (&t->lock);
  move (t, true);
  pthread_mutex_unlock (&t->lock);
}

void
gomp_ompt_trace_close (int number)
{
  struct trace *t = trace_of (number);
  if (t == NULL)
    return;
  atomic_store (&t->is_on, false);
  flush (t);
}

/* ---- The functions for tools.  */

/* Emulated devices run on the host's processors.  */
static int
get_device_num_procs (ompt_device_t *device)
{
  (void)device;
  return gomp_ompt_get_num_procs ();
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

/* Type 0 stands for all, in the older form.  */
static ompt_set_result_t
set_trace_ompt (ompt_device_t *device, unsigned enable, unsigned type)
{
  struct trace *t = device;
  if (type > ompt_callback_error)
    return ompt_set_error;
  uint64_t bits = type == 0 ? OLDER : UINT64_C (1) << type;
  if ((bits & (OLDER | NEWER)) == 0)
    return ompt_set_never;
  if (enable)
    atomic_fetch_or (&t->types, bits);
  else
    atomic_fetch_and (&t->types, type == 0 ? 0 : ~bits);
  return type == 0 ? ompt_set_sometimes : ompt_set_always;
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
  atomic_store (&t->is_on, true);
  pthread_mutex_unlock (&t->lock);
  return 1;
}

static int
pause_trace (ompt_device_t *device, int begins)
{
  struct trace *t = device;
  atomic_store (&t->is_paused, begins != 0);
  return 1;
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
  struct trace *t = device;
  gomp_ompt_trace_close (t->number);
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

static ompt_record_ompt_t *
get_record_ompt (ompt_buffer_t *buffer, ompt_buffer_cursor_t current)
{
  return (ompt_record_ompt_t *)((char *)buffer + current);
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
