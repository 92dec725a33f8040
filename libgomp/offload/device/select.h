/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices that the program has, and the default device; see select.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_SELECT_H
#define GOMP_OFFLOAD_DEVICE_SELECT_H

#include <stdatomic.h>

#include "base/compiler.h"
#include "icv/icv.h"
#include "team/self.h"

struct gomp_device;

/* OMP_AVAILABLE_DEVICES: of the COUNT ACCESSIBLE devices, those from FIRST on
   are new.  Add those that the program has to the HAD devices in DEVICES, and
   number them.  Returns the new number of DEVICES.  */
HIDDEN int gomp_select_devices (struct gomp_device *const *accessible,
                                int first, int count,
                                struct gomp_device **devices, int had);

/* The traits of DEVICE; its name is UID.  */
struct gomp_device_traits;
HIDDEN void gomp_select_traits (const struct gomp_device *device,
                                const char *uid,
                                struct gomp_device_traits *traits);

/* The default device of tasks whose ICV is GOMP_DEFAULT_DEVICE_OPEN; this value
   itself: not decided yet.  */
HIDDEN extern atomic_int gomp_default_decided;
HIDDEN int gomp_default_device_decide (void);
/* Is the calling task's default device the first one that the program has an
   image for, or the host if there is none?  */
static inline bool
gomp_default_device_goes_by_images (void)
{
  return gomp_icv ()->default_device == GOMP_DEFAULT_DEVICE_OPEN
         && gomp_icv_global.default_device_list == NULL;
}
/* Images were registered or unregistered: the default device may change.
   Takes no lock.  */
HIDDEN void gomp_select_reconsider (void);
/* default-device-var of the calling task.  */
static inline int
gomp_default_device (void)
{
  int number = gomp_icv ()->default_device;
  if (likely (number == GOMP_DEFAULT_DEVICE_OPEN))
    number = atomic_load_explicit (&gomp_default_decided, memory_order_relaxed);
  return likely (number != GOMP_DEFAULT_DEVICE_OPEN)
             ? number
             : gomp_default_device_decide ();
}

#endif
