/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that prints what the primary thread of each region does: worksharing
   and masked constructs, flushes, and the kinds of its barriers.  At the
   beginning it prints what registering the events was answered.  */

#include <stdio.h>

#include "start.h"

static ompt_get_task_info_t task_info;
static int depth;

static const char *const works[]
    = { [ompt_work_loop] = "loop",
        [ompt_work_sections] = "sections",
        [ompt_work_single_executor] = "single",
        [ompt_work_single_other] = "other single",
        [ompt_work_workshare] = "workshare",
        [ompt_work_distribute] = "distribute",
        [ompt_work_taskloop] = "taskloop",
        [ompt_work_scope] = "scope",
        [ompt_work_loop_static] = "static loop",
        [ompt_work_loop_dynamic] = "dynamic loop",
        [ompt_work_loop_guided] = "guided loop",
        [ompt_work_loop_other] = "other loop" };

static const char *const answers[]
    = { [ompt_set_never] = "never",
        [ompt_set_sometimes] = "sometimes",
        [ompt_set_sometimes_paired] = "sometimes paired",
        [ompt_set_always] = "always" };

static int
is_primary (void)
{
  int number = 0, flags = 0;
  task_info (0, &flags, NULL, NULL, NULL, &number);
  return number == 0 || (flags & ompt_task_initial) != 0;
}

/* An end is one column less deep than what was in the construct.  */
static void
put (ompt_scope_endpoint_t point, const char *name)
{
  depth -= point == ompt_scope_end;
  printf ("%*s%s%s", 2 * depth, "", point == ompt_scope_end ? "end of " : "",
          name);
  depth += point == ompt_scope_begin;
}

static void
work (ompt_work_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
      ompt_data_t *task, uint64_t count, const void *at)
{
  (void)parallel;
  (void)task;
  (void)at;
  if (!is_primary ())
    return;
  put (point, works[kind]);
  if (point == ompt_scope_begin)
    printf (" %lu", (unsigned long)count);
  printf ("\n");
}

static void
masked (ompt_scope_endpoint_t point, ompt_data_t *parallel, ompt_data_t *task,
        const void *at)
{
  (void)parallel;
  (void)task;
  (void)at;
  if (is_primary ())
    put (point, "masked\n");
}

static void
flush (ompt_data_t *thread, const void *at)
{
  (void)thread;
  (void)at;
  if (is_primary ())
    put (ompt_scope_beginend, "flush\n");
}

static void
sync_region (ompt_sync_region_t kind, ompt_scope_endpoint_t point,
             ompt_data_t *parallel, ompt_data_t *task, const void *at)
{
  (void)parallel;
  (void)task;
  (void)at;
  if (is_primary () && point == ompt_scope_begin)
    put (ompt_scope_beginend,
         kind == ompt_sync_region_barrier_explicit ? "barrier\n"
         : kind == ompt_sync_region_barrier_implicit_workshare
             ? "barrier of a construct\n"
         : kind == ompt_sync_region_barrier_implicit_parallel
             ? "barrier of a region\n"
             : "wait\n");
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  (void)data;
  task_info = (ompt_get_task_info_t)lookup ("ompt_get_task_info");
#define SET(name)                                                              \
  printf (#name ": %s\n",                                                      \
          answers[set (ompt_callback_##name, (ompt_callback_t)name)])
  SET (work);
  SET (masked);
  SET (flush);
  set (ompt_callback_sync_region, (ompt_callback_t)sync_region);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void)data;
}
