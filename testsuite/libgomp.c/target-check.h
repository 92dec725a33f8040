/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the target tests.  A test must pass with a device that has its own
   memory, and on the host.  If the two must differ, the test asks
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
