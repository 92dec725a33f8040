/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Choosing where a region runs: shared by target.c and target_task.c.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_LAUNCH_H
#define GOMP_OFFLOAD_DIRECTIVE_LAUNCH_H

#include "offload/directive/target.h"

struct gomp_device_region
{
  struct gomp_device *device;
  void *function; /* the plugin's handle of the region */
};

/* Find the device of REGION and its function there.  */
HIDDEN enum gomp_device_choice
gomp_device_region_find (const struct gomp_region *region,
                         struct gomp_device_region *launch) HOT;
/* The same for a construct that is observed.  */
HIDDEN enum gomp_device_choice
gomp_device_region_find_observed (const struct gomp_region *region,
                                  struct gomp_device_region *launch) COLD;

#endif
