/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* x86emul-check.so: lets the host's code call the mapping checker.  The specs
   file loads it for the option -DOFFLOAD_EMUL_CHECK; for the environment
   variable of that name x86emul-stream.so does the same.  */

#include "gcc_headers.h"

#include "check.h"
#include "check_variable.h"
#include "plugin.h"

void
offgomp_plugin_start (const plugin_name_args *info)
{
  if (!offgomp_check_asked (getenv ("OFFLOAD_EMUL_CHECK")))
    offgomp_check_start (info, false);
}
