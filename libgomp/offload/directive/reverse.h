/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions of the host that regions of a device request: target device
   (ancestor: 1).  See reverse.c.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_REVERSE_H
#define GOMP_OFFLOAD_DIRECTIVE_REVERSE_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

/* A device's request.  All members except COUNT are device addresses.  */
struct gomp_reverse_request
{
  uint64_t function; /* stands for the host's function */
  uint64_t count;    /* number of clauses */
  uint64_t hosts;    /* array: the object of each clause */
  uint64_t sizes;    /* array: the size of each object */
  uint64_t kinds;    /* array: the map kind of each clause */
};
/* Run the requested region on the host; NUMBER: the program's number for the
   device that requests it.  */
HIDDEN enum gomp_status
gomp_reverse_run (int number, const struct gomp_reverse_request *request);

#endif
