/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that the host runs for want of device code while their data is on a
   device; see stray.c.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_STRAY_H
#define GOMP_OFFLOAD_DIRECTIVE_STRAY_H

#include <stdbool.h>

#include "base/compiler.h"
#include "offload/device/device.h"

struct gomp_region;

/* DEVICE has no code for REGION: is data of it there, and was that not reported
   yet?  */
HIDDEN bool gomp_stray_is_on (struct gomp_device *device,
                              const struct gomp_region *region) COLD;
/* The host was chosen for REGION, whose device is the default one: the same
   check, if the default device is the host because the program has no device
   code.  Data is on any device.  */
HIDDEN bool gomp_stray_is_anywhere (const struct gomp_region *region) COLD;
/* Add to the recorded error the data of REGION on DEVICE.  */
HIDDEN void gomp_stray_note (struct gomp_device *device,
                             const struct gomp_region *region) COLD;
/* Warn of it, once in the program, as said above; AT: the construct's location,
   NULL: not known.  */
HIDDEN void gomp_stray_warn (const struct gomp_region *region,
                             const void *at) COLD;

#endif
