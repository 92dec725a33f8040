/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is recorded when the driver fails.  */

#ifndef NVPTX_FAILURE_H
#define NVPTX_FAILURE_H

#include "device.h"

/* Not a result of the driver: it was not called, and the reason is
   recorded.  */
#define NVPTX_NOT_ASKED (-1)

/* A region, its teams and their threads.  */
#define NVPTX_REGION "target region %s, %u teams of %u threads"

/* Whether R comes from a kernel, and all later calls fail.  */
HIDDEN bool nvptx_breaks_context (CUresult r);
/* Record that D returned R during the action in FMT, and the kernels in flight,
   unless the driver was not called; returns a status.  If kernels take turns,
   the one in flight failed, whatever D was doing.  */
HIDDEN enum gomp_status nvptx_failed (struct nvptx_device *d, CUresult r,
                                      const char *fmt, ...)
    PRINTF_LIKE (3, 4) COLD;
/* Should the calling thread end the program with its recorded error?  Only the
   first thread does.  */
HIDDEN bool nvptx_failure_speak (void) COLD;

#endif
