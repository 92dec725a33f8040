/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is recorded when the driver fails.  */

#ifndef PLUGIN_NVPTX_FAILURE_H
#define PLUGIN_NVPTX_FAILURE_H

#include "device.h"

/* Stands for a result of the driver if the driver was not called; the reason is
   already recorded.  */
#define NVPTX_NOT_ASKED (-1)

struct nvptx_function;

/* Describe in WHAT, of SIZE bytes, the region of F, its teams and their
   threads, or its gangs and their workers.  */
HIDDEN void nvptx_failure_describe (const struct nvptx_function *f,
                                    unsigned teams, unsigned threads,
                                    char *what, size_t size) COLD;
/* Does R mean that a kernel has failed, and that all later calls fail, too?  */
HIDDEN bool nvptx_breaks_context (CUresult r);
/* Record that D returned R during the action that FMT describes, and the
   kernels in flight; if R is NVPTX_NOT_ASKED, record nothing.  Returns a
   status.  If kernels take turns (GOMP_OFFLOAD_SYNC), the message names the
   kernel in flight, whatever the caller was doing.  */
HIDDEN enum gomp_status nvptx_failed (struct nvptx_device *d, CUresult r,
                                      const char *fmt, ...)
    PRINTF_LIKE (3, 4) COLD;
/* Should the calling thread end the program with its recorded error?  Only the
   first thread does.  */
HIDDEN bool nvptx_failure_ends_program (void) COLD;

#endif
