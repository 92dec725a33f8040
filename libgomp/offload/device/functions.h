/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device addresses of target regions' functions; see functions.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_FUNCTIONS_H
#define GOMP_OFFLOAD_DEVICE_FUNCTIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* A table: from a region's host function to its device function; or from a
   device's function to the host's (device.h).  It only grows; readers take no
   lock.  */
struct gomp_function_table;
struct gomp_functions
{
  _Atomic (struct gomp_function_table *) table; /* NULL: none */
};
HIDDEN void *gomp_functions_find (struct gomp_functions *functions,
                                  const void *host) HOT;
/* The host function whose device function is FN, or NULL.  */
HIDDEN const void *gomp_functions_find_host (struct gomp_functions *functions,
                                             const void *fn);
/* Make room for COUNT more; false without memory (recorded).  */
HIDDEN bool gomp_functions_reserve (struct gomp_functions *functions,
                                    size_t count);
/* The device function of HOST is DEVICE.  There is room for it.  */
HIDDEN void gomp_functions_put (struct gomp_functions *functions,
                                uintptr_t host, uintptr_t device);
HIDDEN void gomp_functions_remove (struct gomp_functions *functions,
                                   uintptr_t host);

#endif
