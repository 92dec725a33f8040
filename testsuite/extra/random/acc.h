/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the programs of openacc.py have in common.  Without -fopenacc memory of
   a device is the host's, and nothing is mapped.  */

#ifndef EXTRA_RANDOM_ACC_H
#define EXTRA_RANDOM_ACC_H

#include "target.h"

#ifdef _OPENACC
#  include <openacc.h>
#else
#  define acc_malloc(size) malloc (size)
#  define acc_free(pointer) free (pointer)
#  define acc_memcpy_to_device(to, from, size) memcpy (to, from, size)
#  define acc_memcpy_from_device(to, from, size) memcpy (to, from, size)
#endif

/* Is the memory of host and device the same?  */
static int shared;

static inline void
find_accelerator (void)
{
#ifdef _OPENACC
  shared = acc_get_device_type () == acc_device_host;
#else
  shared = 1;
#endif
}

static inline int
is_there (const void *pointer, size_t size)
{
#ifdef _OPENACC
  return acc_is_present ((void *)pointer, size) != 0;
#else
  (void)pointer;
  (void)size;
  return 1;
#endif
}

#endif
