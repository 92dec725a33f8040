/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions for this project's own plugins and device programs, which no
   other library has.  They find these functions with dlsym; see
   plugin/plugin.h.  */

#include "base/compiler.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "offload/device/end_status.h"
#include "offload/device/explain.h"
#include "offload/device/requires.h"
#include "offload/directive/target.h"
#include "ompt/recorder.h"
#include "plugin/plugin.h"
#include "team/device_region.h"
#include "team/league.h"
#include "team/observe_device.h"
#include "team/self.h"

/* ---- The program's process.  */

EXPORT size_t
offgomp_explain_address (int type, int n, uint64_t addr, char *buf, size_t len)
{
  return gomp_explain_address (type, n, (uintptr_t)addr, buf, len);
}

EXPORT const char *
offgomp_region_name (int type, int n, const void *fn)
{
  struct gomp_device *device = gomp_device_of_plugin (type, n);
  if (device == NULL || device->plugin->function_name == NULL)
    return NULL;
  return device->plugin->function_name (n, fn);
}

EXPORT int
offgomp_device_number (int type, int n, int *count)
{
  *count = gomp_device_count ();
  for (int i = 0; i < *count; i++)
    {
      const struct gomp_device *device = gomp_device_table ()[i];
      if (device->plugin->type == type && device->ordinal == n)
        return device->number;
    }
  return n;
}

EXPORT int
offgomp_wants_check (void)
{
  return gomp_icv_global.offload_check != 0;
}

EXPORT int
offgomp_wants_shared (void)
{
  return gomp_requires_shares (gomp_icv_globals ()->offload_shared);
}

EXPORT void
offgomp_end_with (int status)
{
  gomp_device_end_with (status);
}

EXPORT void
offgomp_device_enter (int device_num, int num_devices)
{
  gomp_device_region_enter ();
  gomp_device_enter_process (device_num, num_devices);
  gomp_icv_init_device (device_num);
  if (gomp_icv_global.debug)
    gomp_self_observe (true);
}

EXPORT void
offgomp_device_enter_threads (void)
{
  gomp_device_enter_threads ();
}

/* ---- Its and the device's.  */

static inline struct gomp_league
league_of (const struct offgomp_device_region *region)
{
  return (struct gomp_league){ .fn = region->function,
                               .data = region->block,
                               .asked = region->num_teams,
                               .crowded = region->crowded };
}

EXPORT void
offgomp_device_region_run (const struct offgomp_device_region *region)
{
  struct gomp_league league = league_of (region);
  gomp_device_region_run (&league, region->tag, region->thread_limit);
}

EXPORT bool
offgomp_device_observes (void)
{
  return gomp_icv_global.debug;
}

EXPORT void
offgomp_device_region_run_observed (const struct offgomp_device_region *region)
{
  struct gomp_league league = league_of (region);
  gomp_device_region_run_observed (&league, region->tag, region->thread_limit);
}

EXPORT void
offgomp_device_region_run_shared (const struct offgomp_device_region *region,
                                  int device)
{
  struct gomp_league league = league_of (region);
  uint64_t tag = (uint64_t)(device + 1) << 32 | region->tag;
  struct gomp_device_icv *icv = &gomp_device_table ()[device]->icv;
  if (unlikely (gomp_self_fast () == NULL))
    gomp_device_region_run_shared_observed (&league, tag, region->thread_limit,
                                            icv);
  else
    gomp_device_region_run_shared (&league, tag, region->thread_limit, icv);
}

EXPORT void
offgomp_device_record (const struct offgomp_device_recorder *recorder)
{
  gomp_ompt_record (recorder);
}

EXPORT uint64_t
offgomp_device_region_tag (void)
{
  return gomp_device_region_tag ();
}

EXPORT bool
offgomp_device_thread_lost (void)
{
  return gomp_device_region_lost_thread ();
}

EXPORT size_t
offgomp_process_cpus (unsigned long *mask, size_t words)
{
  for (size_t i = 0; i < words && i < gomp_places.words; i++)
    mask[i] = gomp_places.all[i];
  return gomp_places.words;
}
