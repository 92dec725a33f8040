/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Choosing where a region runs: shared by target.c and deferred.c.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_TARGET_INTERNAL_H
#define GOMP_OFFLOAD_DIRECTIVE_TARGET_INTERNAL_H

#include "offload/directive/target.h"

struct gomp_target_launch
{
  struct gomp_device *device;
  void *function; /* the plugin's handle of the region */
};

/* Find the device of REGION and its function there.  */
HIDDEN enum gomp_device_choice
gomp_target_find (const struct gomp_region *region,
                  struct gomp_target_launch *launch) HOT;
/* The same for a construct that is observed.  */
HIDDEN enum gomp_device_choice
gomp_target_find_observed (const struct gomp_region *region,
                           struct gomp_target_launch *launch) COLD;

#endif
