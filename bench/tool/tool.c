/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that does nothing.  TOOL_REGISTERS: nothing (or unset), asks: it only
   looks for all entry points, all: it registers an empty function for each
   event.  */

#include <omp-tools.h>
#include <stdlib.h>
#include <string.h>

/* Each callback is called with its own arguments, which this one does not
   read.  */
static void
nothing (void)
{
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  const char *what = getenv ("TOOL_REGISTERS");
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  (void)data;
  if (what != NULL && strcmp (what, "asks") == 0)
    {
      lookup ("ompt_get_thread_data");
      lookup ("ompt_get_parallel_info");
      lookup ("ompt_get_task_info");
      lookup ("ompt_get_state");
    }
  if (what != NULL && strcmp (what, "all") == 0)
    for (int event = 1; event <= ompt_callback_error; event++)
      set ((ompt_callbacks_t)event, nothing);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void)data;
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize, { 0 } };
  (void)version;
  (void)runtime;
  return &result;
}
