/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that traces each device, with buffers for few records, and compares
   the records with what its callbacks were told: none is lost, doubled or about
   something else, and times are in order.  It prints violations, exits with
   status 99 if there was one, and writes the number of records to the file
   TRACER_COUNTS.  TRACER=pause: nothing is recorded; TRACER=refuse: it gives no
   buffers; TRACER=stop: it stops the trace after the first construct;
   TRACER=again: it starts the trace again at the fourth construct.  The device
   has TRACER_PROCS processors, or else as many as the program.  A child
   process has no records of its parent's.  */

#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define IDS (1 << 16)
#define RECORDS 5

enum kind
{
  TARGET,
  DATA_OP,
  SUBMIT,
  KINDS
};
static const char *const names[] = { "target", "data_op", "submit" };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* By identifier: what the callbacks were told of, less the records.  */
static int open[KINDS][IDS]; /* the mutex */
static unsigned told[KINDS], recorded[KINDS];
static int buffers; /* that were given and not returned */
static unsigned violations;
static uint64_t begun; /* time of the first device */

static ompt_device_t *devices[16];
static atomic_uint last_id;
static const char *way = "";

static ompt_get_device_time_t get_device_time;
static ompt_translate_time_t translate_time;
static ompt_set_trace_ompt_t set_trace_ompt;
static ompt_start_trace_t start_trace;
static ompt_pause_trace_t pause_trace;
static ompt_flush_trace_t flush_trace;
static ompt_stop_trace_t stop_trace;
static ompt_advance_buffer_cursor_t advance;
static ompt_get_record_type_t get_record_type;
static ompt_get_record_ompt_t get_record;

static void
bad (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  if (violations++ < 20)
    vdprintf (2, format, ap);
  va_end (ap);
}

/* ---- Buffers.  */

static void
request (int device, ompt_buffer_t **buffer, size_t *size)
{
  (void)device;
  bool refuses = strcmp (way, "refuse") == 0;
  if (*size < sizeof (ompt_record_ompt_t))
    bad ("a buffer of %zu bytes is requested\n", *size);
  *size = refuses ? 0 : RECORDS * sizeof (ompt_record_ompt_t) + 8;
  *buffer = refuses ? NULL : malloc (*size);
  pthread_mutex_lock (&lock);
  buffers += *buffer != NULL;
  pthread_mutex_unlock (&lock);
}

static void
take (enum kind kind, ompt_id_t id, const ompt_record_ompt_t *r, uint64_t end)
{
  uint64_t now = get_device_time (devices[0]);
  recorded[kind]++;
  if (id == 0 || id >= IDS || --open[kind][id] < 0)
    bad ("record of %s %lu, which is unknown or there twice\n", names[kind],
         (long)id);
  if (r->time < begun || end < r->time || end > now || r->thread_id == 0)
    bad ("record of %s from %lu to %lu, now %lu\n", names[kind], (long)r->time,
         (long)end, (long)now);
}

static void
read_record (const ompt_record_ompt_t *r)
{
  const ompt_any_record_ompt_t *any = &r->record;
  switch (r->type)
    {
    case ompt_callback_target_emi:
      take (TARGET, any->target.target_id, r, r->time);
      break;
    case ompt_callback_target_data_op_emi:
      take (DATA_OP, any->target_data_op.host_op_id, r,
            any->target_data_op.end_time);
      break;
    case ompt_callback_target_submit_emi:
      take (SUBMIT, any->target_kernel.host_op_id, r,
            any->target_kernel.end_time);
      break;
    default:
      bad ("record of type %d\n", r->type);
    }
}

static void
complete (int device, ompt_buffer_t *buffer, size_t size,
          ompt_buffer_cursor_t cursor, int owned)
{
  if (size == 0 || !owned)
    bad ("a buffer with %zu bytes comes back\n", size);
  pthread_mutex_lock (&lock);
  do
    {
      if (get_record_type (buffer, cursor) != ompt_record_ompt)
        bad ("a record without type\n");
      read_record (get_record (buffer, cursor));
    }
  while (advance (devices[device], buffer, size, cursor, &cursor));
  buffers--;
  pthread_mutex_unlock (&lock);
  free (buffer);
}

/* ---- Callbacks.  */

static void
tell (enum kind kind, ompt_id_t id)
{
  pthread_mutex_lock (&lock);
  told[kind]++;
  open[kind][id % IDS]++;
  pthread_mutex_unlock (&lock);
}

static ompt_id_t
new_id (void)
{
  return atomic_fetch_add (&last_id, 1) + 1;
}

static void
target_emi (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
            ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data,
            const void *at)
{
  (void)kind;
  (void)task;
  (void)target_task;
  (void)at;
  static atomic_int constructs;
  if (endpoint == ompt_scope_begin)
    data->value = new_id ();
  if (endpoint == ompt_scope_begin && strcmp (way, "again") == 0
      && atomic_fetch_add (&constructs, 1) == 3
      && !start_trace (devices[device], request, complete))
    bad ("the trace is not started again\n");
  tell (TARGET, data->value);
  if (endpoint == ompt_scope_end && strcmp (way, "stop") == 0
      && devices[device] != NULL)
    stop_trace (devices[device]);
}

static void
target_data_op_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *target_task,
                    ompt_data_t *data, ompt_id_t *id,
                    ompt_target_data_op_t type, void *from, int from_device,
                    void *to, int to_device, size_t bytes, const void *at)
{
  (void)target_task;
  (void)data;
  (void)type;
  (void)from;
  (void)from_device;
  (void)to;
  (void)to_device;
  (void)bytes;
  (void)at;
  if (endpoint != ompt_scope_begin)
    return;
  *id = new_id ();
  tell (DATA_OP, *id);
}

static void
target_submit_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *data,
                   ompt_id_t *id, unsigned teams)
{
  (void)data;
  (void)teams;
  if (endpoint != ompt_scope_begin)
    return;
  *id = new_id ();
  tell (SUBMIT, *id);
}

static void
check_limits (ompt_device_t *device, ompt_get_buffer_limits_t limits)
{
  int buffers_at_once = 0;
  size_t bytes = 0;
  if (limits != NULL)
    limits (device, &buffers_at_once, &bytes);
  if (buffers_at_once != 1 || bytes < 100 * sizeof (ompt_record_ompt_t))
    bad ("%d buffers of %zu bytes are recommended\n", buffers_at_once, bytes);
}

/* TRACER_PROCS, or else as many as the program has.  */
static void
check_procs (ompt_device_t *device, ompt_get_device_num_procs_t procs)
{
  const char *text = getenv ("TRACER_PROCS");
  int wanted = text != NULL ? atoi (text) : omp_get_num_procs ();
  if (procs == NULL || procs (device) != wanted)
    bad ("%d processors instead of %d\n", procs == NULL ? 0 : procs (device),
         wanted);
}

static void
device_initialize (int number, const char *type, ompt_device_t *device,
                   ompt_function_lookup_t lookup, const char *documentation)
{
  (void)type;
  (void)documentation;
#define FIND(name) name = (ompt_##name##_t)lookup ("ompt_" #name)
  FIND (get_device_time);
  FIND (translate_time);
  FIND (set_trace_ompt);
  FIND (start_trace);
  FIND (pause_trace);
  FIND (flush_trace);
  FIND (stop_trace);
  get_record_type = (ompt_get_record_type_t)lookup ("ompt_get_record_type");
  get_record = (ompt_get_record_ompt_t)lookup ("ompt_get_record_ompt");
  advance = (ompt_advance_buffer_cursor_t)lookup ("ompt_advance_buffer_cursor");
#undef FIND
  if (lookup ("ompt_nothing") != NULL)
    bad ("something is found for nothing\n");
  devices[number] = device;
  check_limits (device,
                (ompt_get_buffer_limits_t)lookup ("ompt_get_buffer_limits"));
  check_procs (device, (ompt_get_device_num_procs_t)lookup (
                           "ompt_get_device_num_procs"));
  begun = get_device_time (device);
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  double difference = (double)now.tv_sec + (double)now.tv_nsec / 1e9
                      - translate_time (device, begun);
  if (difference < 0 || difference > 60)
    bad ("a time is translated to %g s ago\n", difference);
  if (set_trace_ompt (device, 1, ompt_callback_target_emi) != ompt_set_always
      || set_trace_ompt (device, 1, ompt_callback_target_data_op_emi)
             != ompt_set_always
      || set_trace_ompt (device, 1, ompt_callback_target_submit_emi)
             != ompt_set_always
      || set_trace_ompt (device, 1, ompt_callback_target_map_emi)
             != ompt_set_never
      || set_trace_ompt (device, 1, 1000) != ompt_set_error)
    bad ("wrong answers of set_trace_ompt\n");
  if (!start_trace (device, request, complete))
    bad ("the trace is not started\n");
  if (strcmp (way, "pause") == 0)
    pause_trace (device, 1);
}

static void
device_finalize (int number)
{
  if (buffers != 0)
    bad ("%d buffers have not come back\n", buffers);
  devices[number] = NULL;
}

/* ---- The tool.  */

static void
forget (void)
{
  memset (open, 0, sizeof (open));
  memset (told, 0, sizeof (told));
  memset (recorded, 0, sizeof (recorded));
  buffers = 0;
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  (void)data;
  pthread_atfork (NULL, NULL, forget);
  if (getenv ("TRACER") != NULL)
    way = getenv ("TRACER");
#define SET(name) set (ompt_callback_##name, (ompt_callback_t)name)
  SET (device_initialize);
  SET (device_finalize);
  SET (target_emi);
  SET (target_data_op_emi);
  SET (target_submit_emi);
#undef SET
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  FILE *file = fopen (getenv ("TRACER_COUNTS"), "w");
  (void)data;
  for (int i = 0; i < KINDS; i++)
    {
      if (*way == '\0' && told[i] != recorded[i])
        bad ("%u events of %s, %u records\n", told[i], names[i], recorded[i]);
      fprintf (file, "%s %u\n", names[i], recorded[i]);
    }
  fclose (file);
  if (violations != 0)
    _exit (99);
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned version, const char *runtime)
{
  static ompt_start_tool_result_t result
      = { initialize, finalize, { .value = 0 } };
  (void)version;
  (void)runtime;
  return &result;
}
