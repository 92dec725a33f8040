/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the unified-* tests, which require shared memory: by the directive,
   if the compiler knows it, else by OFFLOAD_EMUL_SHARED.  */

#ifndef UNIFIED_H
#define UNIFIED_H

#if __GNUC__ >= 13 || defined __clang__
#pragma omp requires unified_shared_memory
#endif

#include <omp.h>
#include <stdlib.h>

#include "check.h"

/* How many devices there are; all share memory.  None: the program ran as if
   there were none.  */
static inline int
shared_devices (void)
{
  const char *policy = getenv ("OMP_TARGET_OFFLOAD");
  int count = omp_get_num_devices ();
  if (policy != NULL && *policy == 'm')
    CHECK (count > 0);
  for (int device = 0; device < count; device++)
    {
      int initial = 1, number = -1;
#pragma omp target device(device) map(from : initial, number)
      {
        initial = omp_is_initial_device ();
        number = omp_get_device_num ();
      }
      CHECK (!initial && number == device);
    }
  return count;
}

#endif
