/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that traces what happens in regions on each device, with buffers for
   few records.  It checks that the records of a thread come in order of their
   times, that they name a region that was launched, and lie between its launch
   and its end, and that what begins ends, once.  It prints violations, exits
   with status 99 if there was one, and writes how many records of each kind
   there were to the file INSIDE_COUNTS.  INSIDE=flush: a thread flushes the
   traces all the time; INSIDE=stop: it stops them after 0.2 s; INSIDE=pause: it
   pauses them on and off; INSIDE=slow: the tool is slow to take buffers;
   INSIDE=refuse: it gives no buffers.  */

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "start.h"

#define DEVICES 16
#define THREADS 4096
#define TARGETS (1 << 17)
#define IDS (1 << 22)
#define FEW 7

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *way = "";
static unsigned violations;

/* A mutex guards them, since a thread sanitizer of the library sees no atomics
   of this file.  */
static ompt_device_t *devices[DEVICES];
static pthread_mutex_t devices_lock = PTHREAD_MUTEX_INITIALIZER;
static ompt_set_trace_ompt_t set_trace_ompt;
static ompt_start_trace_t start_trace;
static ompt_pause_trace_t pause_trace;
static ompt_flush_trace_t flush_trace;
static ompt_stop_trace_t stop_trace;
static ompt_advance_buffer_cursor_t advance;
static ompt_get_record_ompt_t get_record;

/* The mutex guards the rest.  */
static unsigned counts[64];
static unsigned begins[64]; /* of events with endpoints */
static uint64_t iterations;
static int buffers;
static atomic_uint last_target;
static struct target
{
  uint64_t launched, over; /* from the record of its launch; 0: none yet */
  uint64_t first, last;    /* times of the records of its region; 0: none */
} targets[TARGETS];
static struct thread
{
  ompt_id_t id;
  uint64_t last; /* time of its last record */
} threads[THREADS];

/* Of regions and tasks, by number: 1 begun or made, 2 ended.  */
static struct table
{
  ompt_id_t id;
  int state;
} table[IDS];

static void
bad (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  if (violations++ < 20)
    vdprintf (2, format, ap);
  va_end (ap);
}

static bool
is_complete (void)
{
  return strcmp (way, "stop") != 0 && strcmp (way, "pause") != 0
         && strcmp (way, "refuse") != 0;
}

static struct table *
find (ompt_id_t id)
{
  size_t i = (id * 0x9e3779b97f4a7c15u) >> 42;
  while (table[i].id != 0 && table[i].id != id)
    i = (i + 1) % IDS;
  table[i].id = id;
  return &table[i];
}

static void
begin (const char *what, ompt_id_t id)
{
  struct table *t = find (id);
  if (id == 0 || t->state != 0)
    bad ("%s %lx begins in state %d\n", what, (long)id, t->state);
  t->state = 1;
}

static void
end (const char *what, ompt_id_t id)
{
  struct table *t = find (id);
  if (is_complete () && (id == 0 || t->state != 1))
    bad ("%s %lx ends in state %d\n", what, (long)id, t->state);
  t->state = 2;
}

static void
known (const char *what, ompt_id_t id)
{
  if (is_complete () && (id == 0 || find (id)->state == 0))
    bad ("%s %lx is not known\n", what, (long)id);
}

static void
endpoint (ompt_callbacks_t type, const char *what, ompt_id_t id,
          ompt_scope_endpoint_t point)
{
  if (point == ompt_scope_begin)
    {
      begins[type]++;
      begin (what, id);
    }
  else
    end (what, id);
}

/* ---- Records.  */

static void
check_thread (const ompt_record_ompt_t *r)
{
  size_t i = r->thread_id % THREADS;
  while (threads[i].id != 0 && threads[i].id != r->thread_id)
    i = (i + 1) % THREADS;
  threads[i].id = r->thread_id;
  if (r->thread_id == 0 || r->time == 0 || r->time < threads[i].last)
    bad ("thread %ld: record of type %d at %ld after %ld\n", (long)r->thread_id,
         r->type, (long)r->time, (long)threads[i].last);
  threads[i].last = r->time;
}

static void
check_target (const ompt_record_ompt_t *r)
{
  struct target *t = &targets[r->target_id % TARGETS];
  if (r->type == ompt_callback_thread_begin)
    return;
  if (r->target_id == 0 || r->target_id > last_target)
    {
      bad ("record of type %d of target %ld\n", r->type, (long)r->target_id);
      return;
    }
  if (t->first == 0 || r->time < t->first)
    t->first = r->time;
  if (r->time > t->last)
    t->last = r->time;
}

static void
read_inside (const ompt_record_ompt_t *r)
{
  const ompt_any_record_ompt_t *any = &r->record;
  check_thread (r);
  check_target (r);
  switch (r->type)
    {
    case ompt_callback_parallel_begin:
      known ("encountering task", any->parallel_begin.encountering_task_id);
      begin ("region", any->parallel_begin.parallel_id);
      break;
    case ompt_callback_parallel_end:
      end ("region", any->parallel_end.parallel_id);
      break;
    case ompt_callback_implicit_task:
      endpoint (r->type, "implicit task", any->implicit_task.task_id,
                any->implicit_task.endpoint);
      break;
    case ompt_callback_task_create:
      known ("creating task", any->task_create.encountering_task_id);
      begin ("task", any->task_create.new_task_id);
      break;
    case ompt_callback_task_schedule:
      if (any->task_schedule.prior_task_status == ompt_task_complete)
        end ("task", any->task_schedule.prior_task_id);
      else
        known ("next task", any->task_schedule.next_task_id);
      break;
    case ompt_callback_work:
      known ("task with work", any->work.task_id);
      begins[r->type] += any->work.endpoint == ompt_scope_begin;
      break;
    case ompt_callback_dispatch:
      known ("task with a chunk", any->dispatch.task_id);
      if (any->dispatch.kind == ompt_dispatch_ws_loop_chunk)
        iterations += ((ompt_dispatch_chunk_t *)any->dispatch.instance.ptr)
                          ->iterations;
      break;
    case ompt_callback_sync_region:
      known ("task that waits", any->sync_region.task_id);
      begins[r->type] += any->sync_region.endpoint == ompt_scope_begin;
      break;
    default:
      break;
    }
}

static void
read_record (const ompt_record_ompt_t *r)
{
  if (r->type <= 0 || r->type >= 64)
    {
      bad ("record of type %d\n", r->type);
      return;
    }
  counts[r->type]++;
  if (r->type == ompt_callback_target_submit_emi)
    {
      struct target *t = &targets[r->target_id % TARGETS];
      t->launched = r->time;
      t->over = r->record.target_kernel.end_time;
    }
  else if (r->type != ompt_callback_target_emi
           && r->type != ompt_callback_target_data_op_emi)
    read_inside (r);
}

static void
request (int device, ompt_buffer_t **buffer, size_t *size)
{
  bool refuses = strcmp (way, "refuse") == 0;
  (void)device;
  *size = refuses ? 0 : FEW * sizeof (ompt_record_ompt_t);
  *buffer = refuses ? NULL : malloc (*size);
  pthread_mutex_lock (&lock);
  buffers += *buffer != NULL;
  pthread_mutex_unlock (&lock);
}

static void
complete (int device, ompt_buffer_t *buffer, size_t size,
          ompt_buffer_cursor_t cursor, int owned)
{
  (void)owned;
  if (strcmp (way, "slow") == 0)
    usleep (50);
  pthread_mutex_lock (&lock);
  do
    read_record (get_record (buffer, cursor));
  while (advance (devices[device], buffer, size, cursor, &cursor));
  buffers--;
  pthread_mutex_unlock (&lock);
  free (buffer);
}

/* ---- The thread that disturbs.  */

static atomic_bool is_over;
static pthread_t disturber;

static void
set_device (int number, ompt_device_t *device)
{
  pthread_mutex_lock (&devices_lock);
  devices[number] = device;
  pthread_mutex_unlock (&devices_lock);
}

static void
for_each (int (*function) (ompt_device_t *))
{
  for (int i = 0; i < DEVICES; i++)
    {
      pthread_mutex_lock (&devices_lock);
      ompt_device_t *device = devices[i];
      pthread_mutex_unlock (&devices_lock);
      if (device != NULL)
        function (device);
    }
}

static int
pause_one (ompt_device_t *device)
{
  pause_trace (device, 1);
  return pause_trace (device, 0);
}

static void *
disturb (void *data)
{
  (void)data;
  if (strcmp (way, "stop") == 0)
    {
      usleep (200000);
      for_each (stop_trace);
      return NULL;
    }
  while (!is_over)
    {
      for_each (strcmp (way, "flush") == 0 ? flush_trace : pause_one);
      usleep (200);
    }
  return NULL;
}

static bool
disturbs (void)
{
  return strcmp (way, "flush") == 0 || strcmp (way, "pause") == 0
         || strcmp (way, "stop") == 0;
}

/* ---- Callbacks.  */

static void
target_emi (ompt_target_t kind, ompt_scope_endpoint_t point, int device,
            ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data,
            const void *at)
{
  (void)kind;
  (void)device;
  (void)task;
  (void)target_task;
  (void)at;
  if (point == ompt_scope_begin)
    data->value = atomic_fetch_add (&last_target, 1) + 1;
}

static void
target_submit_emi (ompt_scope_endpoint_t point, ompt_data_t *data,
                   ompt_id_t *id, unsigned teams)
{
  (void)point;
  (void)data;
  (void)id;
  (void)teams;
}

static void
device_initialize (int number, const char *type, ompt_device_t *device,
                   ompt_function_lookup_t lookup, const char *documentation)
{
  (void)type;
  (void)documentation;
#define FIND(name) name = (ompt_##name##_t)lookup ("ompt_" #name)
  FIND (set_trace_ompt);
  FIND (start_trace);
  FIND (pause_trace);
  FIND (flush_trace);
  FIND (stop_trace);
#undef FIND
  get_record = (ompt_get_record_ompt_t)lookup ("ompt_get_record_ompt");
  advance = (ompt_advance_buffer_cursor_t)lookup ("ompt_advance_buffer_cursor");
#define WANT(name, answer)                                                     \
  if (set_trace_ompt (device, 1, ompt_callback_##name) != ompt_set_##answer)   \
  bad ("%s is not %s recorded\n", #name, #answer)
  WANT (target_submit_emi, always);
  WANT (thread_begin, always);
  WANT (parallel_begin, always);
  WANT (parallel_end, always);
  WANT (implicit_task, always);
  WANT (task_create, always);
  WANT (task_schedule, always);
  WANT (dependences, always);
  WANT (task_dependence, always);
  WANT (sync_region, always);
  WANT (mutex_acquired, always);
  WANT (mutex_released, always);
  WANT (dispatch, sometimes);
  WANT (work, sometimes);
  WANT (masked, never);
  WANT (flush, never);
  WANT (reduction, sometimes_paired);
  WANT (thread_end, never);
  WANT (error, never);
#undef WANT
  if (!start_trace (device, request, complete))
    bad ("the trace is not started\n");
  set_device (number, device);
}

static void
device_finalize (int number)
{
  if (buffers != 0)
    bad ("%d buffers have not come back\n", buffers);
  set_device (number, NULL);
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  (void)data;
  if (getenv ("INSIDE") != NULL)
    way = getenv ("INSIDE");
#define SET(name) set (ompt_callback_##name, (ompt_callback_t)name)
  SET (device_initialize);
  SET (device_finalize);
  SET (target_emi);
  SET (target_submit_emi);
#undef SET
  if (disturbs ())
    pthread_create (&disturber, NULL, disturb, NULL);
  return 1;
}

static void
check_times (void)
{
  for (unsigned i = 1; i <= last_target; i++)
    if (targets[i].first != 0
        && (targets[i].first < targets[i].launched
            || targets[i].last > targets[i].over))
      bad ("target %u: launched from %ld to %ld, records from %ld to %ld\n", i,
           (long)targets[i].launched, (long)targets[i].over,
           (long)targets[i].first, (long)targets[i].last);
}

static unsigned
count (ompt_callbacks_t type)
{
  return begins[type] != 0 ? begins[type] : counts[type];
}

static void
finalize (ompt_data_t *data)
{
  FILE *file = fopen (getenv ("INSIDE_COUNTS"), "w");
  (void)data;
  is_over = true;
  if (disturbs ())
    pthread_join (disturber, NULL);
  if (is_complete () && strcmp (way, "dies") != 0)
    {
      check_times ();
      for (unsigned i = 0; i < IDS; i++)
        if (table[i].state == 1)
          bad ("%lx has not ended\n", (long)table[i].id);
    }
#define COUNT(name) fprintf (file, #name " %u\n", count (ompt_callback_##name))
  COUNT (target_submit_emi);
  COUNT (parallel_begin);
  COUNT (parallel_end);
  COUNT (implicit_task);
  COUNT (sync_region);
  COUNT (task_create);
  COUNT (task_schedule);
  COUNT (dependences);
  COUNT (task_dependence);
  COUNT (work);
  COUNT (dispatch);
  COUNT (mutex_acquired);
  COUNT (mutex_released);
#undef COUNT
  fprintf (file, "iterations %lu\n", (unsigned long)iterations);
  fclose (file);
  if (violations != 0)
    _exit (99);
}
