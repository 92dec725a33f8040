/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that checks where events are: each codeptr_ra lies in the program's
   own file, not in a library.  Ends the program with status 1 if one does not.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "start.h"

static const void *program; /* where its file begins */
static atomic_int wrong;

static void
check (const char *event, const void *at)
{
  Dl_info info = { .dli_fbase = NULL };
  if (at != NULL && dladdr (at, &info) != 0 && info.dli_fbase == program)
    return;
  if (atomic_fetch_add (&wrong, 1) < 5)
    fprintf (stderr, "%s at %p, in %s\n", event, at,
             info.dli_fname != NULL ? info.dli_fname : "no file");
}

#define D ompt_data_t *
#define R const void *
#define F const ompt_frame_t *
#define W ompt_wait_id_t
#define S ompt_scope_endpoint_t
#define EVENT(name, ...)                                                       \
  static void name (__VA_ARGS__) { check (#name, at); }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
EVENT (parallel_begin, D a, F b, D c, unsigned d, int e, R at)
EVENT (parallel_end, D a, D b, int c, R at)
EVENT (task_create, D a, F b, D c, int d, int e, R at)
EVENT (work, ompt_work_t a, S b, D c, D d, uint64_t e, R at)
EVENT (masked, S a, D b, D c, R at)
EVENT (flush, D a, R at)
EVENT (cancel, D a, int b, R at)
EVENT (reduction, ompt_sync_region_t a, S b, D c, D d, R at)
EVENT (mutex_acquire, ompt_mutex_t a, unsigned b, unsigned c, W d, R at)
EVENT (mutex_acquired, ompt_mutex_t a, W b, R at)
EVENT (mutex_released, ompt_mutex_t a, W b, R at)
EVENT (lock_init, ompt_mutex_t a, unsigned b, unsigned c, W d, R at)
EVENT (lock_destroy, ompt_mutex_t a, W b, R at)
EVENT (nest_lock, S a, W b, R at)
EVENT (error, ompt_severity_t a, const char *b, size_t c, R at)
#pragma GCC diagnostic pop

/* The last barrier of a region has no call in other threads than the primary,
   and a task that is thrown away has none.  */
static void
sync_region (ompt_sync_region_t kind, ompt_scope_endpoint_t point, D parallel,
             D task, R at)
{
  (void)point;
  (void)parallel;
  (void)task;
  if (kind != ompt_sync_region_barrier_implicit_parallel || at != NULL)
    check ("sync_region", at);
}

static void
cancelled (D task, int flags, R at)
{
  if ((flags & ompt_cancel_discarded_task) == 0)
    cancel (task, flags, at);
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  Dl_info info;
  (void)device;
  (void)data;
  if (dladdr ((void *)getauxval (AT_ENTRY), &info) != 0)
    program = info.dli_fbase;
#define SET(name) set (ompt_callback_##name, (ompt_callback_t)name);
  SET (parallel_begin)
  SET (parallel_end)
  SET (task_create)
  SET (work)
  SET (masked)
  SET (flush)
  SET (reduction)
  SET (mutex_acquire)
  SET (mutex_acquired)
  SET (mutex_released)
  SET (lock_init)
  SET (lock_destroy)
  SET (nest_lock)
  SET (error)
  SET (sync_region)
  set (ompt_callback_sync_region_wait, (ompt_callback_t)sync_region);
  set (ompt_callback_cancel, (ompt_callback_t)cancelled);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void)data;
  if (wrong != 0)
    _exit (EXIT_FAILURE);
}
