/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that judges what registering each function was answered, as tools do
   when they are configured: by the events of a program that has one construct.
   At the end it prints the names of the events that came, and

     NAME: what is wrong with the answer

   if events came of which the answer was never, or if an event that is always
   paired, according to the answer, came without its counterpart.  */

#include <stdatomic.h>
#include <stdio.h>

#include "start.h"

#define MOST (ompt_callback_error + 1)

static atomic_uint begins[MOST], ends[MOST];
static ompt_set_result_t answers[MOST];
static ompt_finalize_tool_t end_tool; /* for a program with the tool */

static void
count (ompt_callbacks_t event, ompt_scope_endpoint_t point)
{
  if (point != ompt_scope_end)
    atomic_fetch_add (&begins[event], 1);
  if (point != ompt_scope_begin)
    atomic_fetch_add (&ends[event], 1);
}

/* ---- Functions that count.  */

#define D ompt_data_t *
#define R const void *
#define F const ompt_frame_t *
#define W ompt_wait_id_t
/* EVENT: NAME begins or ends, as WHICH says, what PAIR stands for.  */
#define EVENT(name, pair, which, ...)                                          \
  static void name (__VA_ARGS__)                                               \
  {                                                                            \
    count (ompt_callback_##pair, ompt_scope_##which);                          \
  }
/* POINTS: NAME has a parameter POINT that says so.  */
#define POINTS(name, ...)                                                      \
  static void name (__VA_ARGS__) { count (ompt_callback_##name, point); }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
EVENT (thread_begin, thread_begin, begin, ompt_thread_t a, D b)
EVENT (thread_end, thread_begin, end, D a)
EVENT (parallel_begin, parallel_begin, begin, D a, F b, D c, unsigned d, int e,
       R f)
EVENT (parallel_end, parallel_begin, end, D a, D b, int c, R d)
POINTS (implicit_task, ompt_scope_endpoint_t point, D a, D b, unsigned c,
        unsigned d, int e)
EVENT (task_create, task_create, beginend, D a, F b, D c, int d, int e, R f)
EVENT (task_schedule, task_schedule, beginend, D a, ompt_task_status_t b, D c)
EVENT (dependences, dependences, beginend, D a, const ompt_dependence_t *b,
       int c)
EVENT (task_dependence, task_dependence, beginend, D a, D b)
POINTS (sync_region, ompt_sync_region_t a, ompt_scope_endpoint_t point, D b,
        D c, R d)
POINTS (sync_region_wait, ompt_sync_region_t a, ompt_scope_endpoint_t point,
        D b, D c, R d)
POINTS (reduction, ompt_sync_region_t a, ompt_scope_endpoint_t point, D b, D c,
        R d)
POINTS (work, ompt_work_t a, ompt_scope_endpoint_t point, D b, D c, uint64_t d,
        R e)
POINTS (masked, ompt_scope_endpoint_t point, D a, D b, R c)
EVENT (dispatch, dispatch, beginend, D a, D b, ompt_dispatch_t c, ompt_data_t d)
EVENT (mutex_acquire, mutex_acquire, beginend, ompt_mutex_t a, unsigned b,
       unsigned c, W d, R e)
EVENT (mutex_acquired, mutex_acquired, begin, ompt_mutex_t a, W b, R c)
EVENT (mutex_released, mutex_acquired, end, ompt_mutex_t a, W b, R c)
EVENT (lock_init, lock_init, begin, ompt_mutex_t a, unsigned b, unsigned c, W d,
       R e)
EVENT (lock_destroy, lock_init, end, ompt_mutex_t a, W b, R c)
POINTS (nest_lock, ompt_scope_endpoint_t point, W a, R b)
EVENT (flush, flush, beginend, D a, R b)
EVENT (cancel, cancel, beginend, D a, int b, R c)
EVENT (error, error, beginend, ompt_severity_t a, const char *b, size_t c, R d)
POINTS (target_emi, ompt_target_t a, ompt_scope_endpoint_t point, int b, D c,
        D d, D e, R f)
POINTS (target_data_op_emi, ompt_scope_endpoint_t point, D a, D b, ompt_id_t *c,
        ompt_target_data_op_t d, void *e, int f, void *g, int h, size_t i, R j)
POINTS (target_submit_emi, ompt_scope_endpoint_t point, D a, ompt_id_t *b,
        unsigned c)
EVENT (target_map_emi, target_map_emi, beginend, D a, unsigned b, void **c,
       void **d, size_t *e, unsigned *f, R g)
EVENT (device_initialize, device_initialize, begin, int a, const char *b,
       ompt_device_t *c, ompt_function_lookup_t d, const char *e)
EVENT (device_finalize, device_initialize, end, int a)
#pragma GCC diagnostic pop

/* ---- The tool.  */

static const struct
{
  ompt_callbacks_t event;
  const char *name;
  ompt_callback_t function;
} callbacks[] = {
#define C(name)                                                                \
  {                                                                            \
    ompt_callback_##name, #name, (ompt_callback_t)name                         \
  }
  C (thread_begin),
  C (thread_end),
  C (parallel_begin),
  C (parallel_end),
  C (implicit_task),
  C (task_create),
  C (task_schedule),
  C (dependences),
  C (task_dependence),
  C (sync_region),
  C (sync_region_wait),
  C (reduction),
  C (work),
  C (masked),
  C (dispatch),
  C (mutex_acquire),
  C (mutex_acquired),
  C (mutex_released),
  C (lock_init),
  C (lock_destroy),
  C (nest_lock),
  C (flush),
  C (cancel),
  C (error),
  C (target_emi),
  C (target_data_op_emi),
  C (target_submit_emi),
  C (target_map_emi),
  C (device_initialize),
  C (device_finalize)
#undef C
};
#define CALLBACKS (sizeof (callbacks) / sizeof (callbacks[0]))

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  (void)data;
  end_tool = (ompt_finalize_tool_t)lookup ("ompt_finalize_tool");
  for (size_t i = 0; i < CALLBACKS; i++)
    answers[callbacks[i].event]
        = set (callbacks[i].event, callbacks[i].function);
  return 1;
}

static void
judge (const char *name, ompt_set_result_t answer, unsigned begun,
       unsigned ended)
{
  if (begun != 0)
    printf ("%s\n", name);
  if (answer <= ompt_set_never && begun + ended != 0)
    printf ("%s: answer %d, and events\n", name, answer);
  if (answer >= ompt_set_sometimes_paired && begun != ended)
    printf ("%s: answer %d, %u begin and %u end\n", name, answer, begun, ended);
}

static void
finalize (ompt_data_t *data)
{
  (void)data;
  for (size_t i = 0; i < CALLBACKS; i++)
    {
      ompt_callbacks_t event = callbacks[i].event;
      judge (callbacks[i].name, answers[event], begins[event], ends[event]);
    }
}
