/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the library calls first in a tool.  A tool's source defines the two
   functions, and includes this.  Other libraries' processes have no tool.  */

#include <omp-tools.h>
#include <string.h>

static int initialize (ompt_function_lookup_t lookup, int device,
                       ompt_data_t *data);
static void finalize (ompt_data_t *data);

ompt_start_tool_result_t *
ompt_start_tool (unsigned version, const char *runtime)
{
  static ompt_start_tool_result_t result
      = { initialize, finalize, { .value = 0 } };
  (void)version;
  return strncmp (runtime, "offgomp ", 8) == 0 ? &result : NULL;
}
