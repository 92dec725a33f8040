/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is recorded when the driver fails.  */

#ifndef NVPTX_FAILURE_H
#define NVPTX_FAILURE_H

#include "device.h"

/* No result of the driver's: it was not asked, and why not is recorded.  */
#define NVPTX_NOT_ASKED (-1)

/* Record that D answered R while it was doing what FMT says, and which kernels
   were in flight, unless it was not asked; returns a status.  */
HIDDEN enum gomp_status nvptx_failed (struct nvptx_device *d, CUresult r,
                                      const char *fmt, ...)
    PRINTF_LIKE (3, 4) COLD;
/* Shall the calling thread end the program with what it recorded?  The first
   speaks for all.  */
HIDDEN bool nvptx_failure_speak (void) COLD;

#endif
