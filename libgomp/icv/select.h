/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables that choose among devices; see select.c.  */

#ifndef GOMP_ICV_SELECT_H
#define GOMP_ICV_SELECT_H

#include "base/compiler.h"

/* The known traits of a device: lists of words separated by blanks, matched
   without regard to case; "" if nothing is known.  */
struct gomp_device_traits
{
  const char *kind;   /* besides nohost and any */
  const char *isa;    /* instruction sets */
  const char *arch;   /* architectures */
  const char *vendor; /* the manufacturer */
  const char *uid;    /* omp_get_uid_from_device () */
};

/* OMP_AVAILABLE_DEVICES: store in CHOSEN the numbers in DEVICES of the devices
   that the valid TEXT chooses, in its order; returns how many.  */
HIDDEN int gomp_select_available (const char *text,
                                  const struct gomp_device_traits *devices,
                                  int count, int *chosen);

/* OMP_DEFAULT_DEVICE: the number that the valid TEXT stands for if DEVICES are
   available.  Special ones: */
#define GOMP_SELECT_INITIAL (-1) /* the host */
#define GOMP_SELECT_INVALID (-4) /* no item matches, or TEXT says so */
#define GOMP_SELECT_DEFAULT (-5) /* what holds without the variable */
HIDDEN int gomp_select_default (const char *text,
                                const struct gomp_device_traits *devices,
                                int count);

#endif
