/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that libgomp offers to plugins (GOMP_PLUGIN_*).  */

#include <stdarg.h>

#include "base/diag.h"
#include "base/mem.h"
#include "icv/icv.h"
#include "offload/directive/reverse.h"
#include "offload/directive/targettask.h"
#include "offload/observe.h"
#include "openacc/openacc.h"
#include "openacc/profiling.h"
#include "plugin/plugin.h"
#include "tool/tool.h"

void *
GOMP_PLUGIN_malloc (size_t size)
{
  return gomp_xalloc (size);
}

void *
GOMP_PLUGIN_malloc_cleared (size_t size)
{
  return gomp_xalloc_zeroed (size);
}

void *
GOMP_PLUGIN_realloc (void *ptr, size_t size)
{
  return gomp_xrealloc (ptr, size);
}

void
GOMP_PLUGIN_debug (int kind, const char *fmt, ...)
{
  va_list ap;
  (void)kind;
  va_start (ap, fmt);
  gomp_vdebug (fmt, ap);
  va_end (ap);
}

void
GOMP_PLUGIN_error (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  gomp_error_report (fmt, ap);
  va_end (ap);
}

void
GOMP_PLUGIN_fatal (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  if (gomp_observe_offload ())
    gomp_observe_failure ();
  gomp_vfatal (fmt, ap);
}

void
GOMP_PLUGIN_target_task_completion (void *task)
{
  gomp_target_task_complete (task);
}

/* Plugins of later interfaces pass more arguments, which are not needed
   here.  */
void
GOMP_PLUGIN_target_rev (uint64_t fn, uint64_t count, uint64_t hosts,
                        uint64_t sizes, uint64_t kinds, int device)
{
  const struct gomp_reverse_request request = { .function = fn,
                                                .count = count,
                                                .hosts = hosts,
                                                .sizes = sizes,
                                                .kinds = kinds };
  if (gomp_reverse_run (device, &request) != GOMP_OK)
    gomp_fatal_recorded ();
}

/* ---- OpenACC.  */

void
GOMP_PLUGIN_async_unmap_vars (void *ptr, int async)
{
  (void)ptr;
  (void)async;
  gomp_fatal ("invalid plugin function");
}

void *
GOMP_PLUGIN_acc_thread (void)
{
  return gomp_acc_plugin_data ();
}

struct goacc_thread *
GOMP_PLUGIN_goacc_thread (void)
{
  return gomp_acc_plugin_thread ();
}

int
GOMP_PLUGIN_acc_default_dim (unsigned i)
{
  if (i >= 3)
    gomp_fatal ("invalid dimension argument: %u", i);
  return gomp_icv_globals ()->acc_dims[i];
}

void
GOMP_PLUGIN_goacc_profiling_dispatch (struct acc_prof_info *prof,
                                      union acc_event_info *event,
                                      struct acc_api_info *api)
{
  gomp_acc_prof_dispatch (prof, event, api);
}
