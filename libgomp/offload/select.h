/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which devices the program has, and which is the default; see select.c.  */

#ifndef GOMP_OFFLOAD_SELECT_H
#define GOMP_OFFLOAD_SELECT_H

#include "base/compiler.h"
#include "icv/icv.h"
#include "team/self.h"

struct gomp_device;

/* OMP_AVAILABLE_DEVICES: reduce the COUNT accessible DEVICES to those that the
   program has, numbered in their order; returns how many.  */
HIDDEN int gomp_select_devices (struct gomp_device **devices, int count);

/* The default device that is open (GOMP_DEFAULT_DEVICE_OPEN), decided.  */
HIDDEN int gomp_default_device_decide (void);
/* default-device-var of the calling task.  */
static inline int
gomp_default_device (void)
{
  int number = gomp_icv ()->default_device;
  return likely (number != GOMP_DEFAULT_DEVICE_OPEN)
             ? number
             : gomp_default_device_decide ();
}

#endif
