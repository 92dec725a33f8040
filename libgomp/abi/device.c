/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the emulated device asks of libgomp, on both sides; found with dlsym,
   absent in other libraries.  */

#include "icv/places.h"
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

EXPORT size_t
offgomp_process_cpus (unsigned long *mask, size_t words)
{
  for (size_t i = 0; i < words && i < gomp_places.words; i++)
    mask[i] = gomp_places.all[i];
  return gomp_places.words;
}
