/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the target tests share.  A test holds with a device that has memory of
   its own and with fallback to the host; where the two must differ it asks
   memory_is_separate.  */

#ifndef TARGET_CHECK_H
#define TARGET_CHECK_H

#include <omp.h>

#include "check.h"

/* Whether device DEVICE runs regions in memory of its own.  */
static inline int
memory_is_separate (int device)
{
  int on_host = 1;

#pragma omp target map(from : on_host) device(device)
  on_host = omp_is_initial_device ();
  return !on_host;
}

#endif
