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
  uint64_t function; /* stands for the host's */
  uint64_t count;    /* clauses */
  uint64_t hosts;    /* arrays of that many: what they name, */
  uint64_t sizes;    /* its sizes, */
  uint64_t kinds;    /* what is done with it */
};
/* Run the host's region for device NUMBER of the program.  */
HIDDEN enum gomp_status
gomp_reverse_run (int number, const struct gomp_reverse_request *request);

#endif
