/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The listeners to offload/ that the environment asks for (base/observe.h).

   Runs in the library's constructor, and once more if the environment has
   changed by the first use; at the end of the process there are no listeners
   any more.  The checker comes first, so that the tracer's times do not include
   its work.  */

#include "icv/icv.h"
#include "offload/check/check.h"
#include "offload/device/device.h"
#include "offload/trace/trace.h"

void
gomp_offload_listen (unsigned wishes)
{
  gomp_check_listen ((wishes & GOMP_INFO_CHECK) != 0);
  gomp_trace_listen ((wishes & ~(unsigned)GOMP_INFO_CHECK) != 0);
  gomp_device_observe ();
}

/* After everything else of the process, so that nothing is missed.  */
static void __attribute__ ((destructor)) end_listening (void)
{
  gomp_tool_fini ();
  gomp_check_listen (false);
  gomp_trace_listen (false);
}
