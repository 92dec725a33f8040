/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which devices the program has, and which is the default; see select.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_SELECT_H
#define GOMP_OFFLOAD_DEVICE_SELECT_H

#include <stdatomic.h>

#include "base/compiler.h"
#include "icv/icv.h"
#include "team/self.h"

struct gomp_device;

/* OMP_AVAILABLE_DEVICES: of the COUNT ACCESSIBLE devices, those from FIRST on
   are new.  Those that the program has, and not yet among the HAD ones in
   DEVICES, are added there and numbered; returns how many it has then.  */
HIDDEN int gomp_select_devices (struct gomp_device *const *accessible,
                                int first, int count,
                                struct gomp_device **devices, int had);

/* The traits of DEVICE; its name is UID.  */
struct gomp_device_traits;
HIDDEN void gomp_select_traits (const struct gomp_device *device,
                                const char *uid,
                                struct gomp_device_traits *traits);

/* The default device where it is open (GOMP_DEFAULT_DEVICE_OPEN), or that if it
   is not decided.  */
HIDDEN extern atomic_int gomp_default_decided;
HIDDEN int gomp_default_device_decide (void);
/* Is the calling task's default device the first that the program has an image
   for, or the host if it has none?  */
static inline bool
gomp_default_device_goes_by_images (void)
{
  return gomp_icv ()->default_device == GOMP_DEFAULT_DEVICE_OPEN
         && gomp_icv_global.default_device_list == NULL;
}
/* Images came or went: it may be another one.  Takes no lock.  */
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
