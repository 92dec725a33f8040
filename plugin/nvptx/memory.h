/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory for libgomp: blocks that the plugin cuts from what it got from
   the driver, and keeps when they are freed.  */

#ifndef NVPTX_MEMORY_H
#define NVPTX_MEMORY_H

#include "device.h"

/* SIZE bytes, aligned to 256; 0: the error is recorded.  */
HIDDEN CUdeviceptr nvptx_memory_alloc (struct nvptx_device *d, size_t size) HOT;
HIDDEN enum gomp_status nvptx_memory_free (struct nvptx_device *d,
                                           CUdeviceptr start) HOT;
/* Give all to the driver.  */
HIDDEN void nvptx_memory_release (struct nvptx_device *d);
/* Forget what threads that were still allocating and freeing when D was stopped
   left since: it was of the context that D had.  */
HIDDEN void nvptx_memory_forget (struct nvptx_device *d);

#endif
