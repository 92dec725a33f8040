/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Refusals: the reasons why there is no other device.  There is one line for
   each plugin tried and for each device that could not be used, for the
   message of a program that must have a device (OMP_TARGET_OFFLOAD=mandatory).
   Lines are added under a lock of this module; any thread.  */

#ifndef GOMP_OFFLOAD_DEVICE_REFUSALS_H
#define GOMP_OFFLOAD_DEVICE_REFUSALS_H

#include "base/compiler.h"
#include "base/describe.h"
#include "base/fork.h"

/* Add a line, and print it if GOMP_OFFLOAD_INFO asks for that.  */
HIDDEN void gomp_refusals_add (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
/* Append all lines to the recorded error.  */
HIDDEN void gomp_refusals_append_to_error (void) COLD;
/* Hand each line to TO, as a record.  */
HIDDEN void gomp_refusals_describe (const struct offgomp_describer *to) COLD;
/* See base/fork.h.  */
HIDDEN void gomp_refusals_fork (enum gomp_fork when);

#endif
