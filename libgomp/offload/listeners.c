/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The listeners to offload/ that the environment asks for (base/observe.h).

   Runs in the library's constructor, and again if the environment was changed
   before the first use.  At the end of the process all listeners leave.  The
   checker comes first, so that the tracer's times do not include its work.  */

#include "icv/icv.h"
#include "offload/check/check.h"
#include "offload/device/device.h"
#include "offload/sanitizer/sanitizer.h"
#include "offload/trace/trace.h"

void
gomp_offload_listen (unsigned wishes)
{
  gomp_check_listen ((wishes & GOMP_INFO_CHECK) != 0);
  gomp_sanitizer_listen (gomp_sanitizer_is_there ());
  gomp_trace_listen ((wishes & ~(unsigned)GOMP_INFO_CHECK) != 0);
  gomp_device_observe ();
}

/* Priority: after everything else in the process, so that the listeners miss
   nothing.  */
static void __attribute__ ((destructor)) end_listening (void)
{
  gomp_tool_fini ();
  gomp_check_listen (false);
  gomp_sanitizer_listen (false);
  gomp_trace_listen (false);
}
