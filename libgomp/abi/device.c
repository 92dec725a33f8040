/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a device process calls around the regions that it runs; found with
   dlsym, absent in other libraries.  */

#include "plugin/plugin.h"
#include "team/launch.h"

EXPORT void
offgomp_device_region_enter (uint64_t tag, int thread_limit)
{
  gomp_launch_enter (tag, thread_limit);
}

EXPORT void
offgomp_device_region_leave (void)
{
  gomp_launch_leave ();
}

EXPORT uint64_t
offgomp_device_region_tag (void)
{
  return gomp_launch_tag ();
}
