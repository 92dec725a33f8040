/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that the emulated device calls in libgomp, on both sides.  It finds
   them with dlsym; other libraries do not have them.  */

#include "icv/places.h"
#include "plugin/plugin.h"
#include "team/device_region.h"
#include "team/league.h"

EXPORT void
offgomp_device_region_run (const struct offgomp_device_region *region)
{
  struct gomp_league league = { .fn = region->function,
                                .data = region->block,
                                .asked = region->num_teams,
                                .crowded = region->crowded };
  gomp_device_region_run (&league, region->tag, region->thread_limit);
}

EXPORT uint64_t
offgomp_device_region_tag (void)
{
  return gomp_device_region_tag ();
}

EXPORT size_t
offgomp_process_cpus (unsigned long *mask, size_t words)
{
  for (size_t i = 0; i < words && i < gomp_places.words; i++)
    mask[i] = gomp_places.all[i];
  return gomp_places.words;
}
