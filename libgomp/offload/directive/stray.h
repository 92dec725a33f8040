/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stray regions, which the host runs while their data is on a device; see
   stray.c.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_STRAY_H
#define GOMP_OFFLOAD_DIRECTIVE_STRAY_H

#include <stdbool.h>

#include "base/compiler.h"
#include "offload/device/device.h"

struct gomp_region;

/* DEVICE has no code for REGION.  Is data of REGION on DEVICE, and was no
   warning printed yet?  */
HIDDEN bool gomp_stray_is_on (struct gomp_device *device,
                              const struct gomp_region *region) COLD;
/* The host was chosen for REGION, which is for the default device.  Is the
   host the default device because the program has no device code, is data of
   REGION on any device, and was no warning printed yet?  */
HIDDEN bool gomp_stray_is_anywhere (const struct gomp_region *region) COLD;
/* Add the names of REGION's data on DEVICE to the recorded error.  */
HIDDEN void gomp_stray_note (struct gomp_device *device,
                             const struct gomp_region *region) COLD;
/* Add that an update from DEVICE, which is lost, was to store SIZE bytes at
   HOST.  */
HIDDEN void gomp_stray_note_lost (struct gomp_device *device, uintptr_t host,
                                  size_t size) COLD;
/* Warn that REGION is stray, once in the program.  AT: the construct's
   location, or NULL.  */
HIDDEN void gomp_stray_warn (const struct gomp_region *region,
                             const void *at) COLD;

#endif
