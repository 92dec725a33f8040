/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is recorded when the driver fails.  */

#ifndef NVPTX_FAILURE_H
#define NVPTX_FAILURE_H

#include "device.h"

/* No result of the driver's: it was not asked, and why not is recorded.  */
#define NVPTX_NOT_ASKED (-1)

/* A region, its teams and their threads.  */
#define NVPTX_REGION "target region %s, %u teams of %u threads"

/* Whether R is a kernel's and all calls fail after it.  */
HIDDEN bool nvptx_breaks_context (CUresult r);
/* Record that D answered R while it was doing what FMT says, and which kernels
   were in flight, unless it was not asked; returns a status.  Where kernels
   take turns it is the one in flight that failed, whatever D was doing.  */
HIDDEN enum gomp_status nvptx_failed (struct nvptx_device *d, CUresult r,
                                      const char *fmt, ...)
    PRINTF_LIKE (3, 4) COLD;
/* Shall the calling thread end the program with what it recorded?  The first
   speaks for all.  */
HIDDEN bool nvptx_failure_speak (void) COLD;

#endif
