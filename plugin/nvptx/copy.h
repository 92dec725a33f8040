/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies of the calling thread.  When one returns the host's memory is the
   caller's again, and all that anybody does on the device afterwards sees what
   was written.  */

#ifndef NVPTX_COPY_H
#define NVPTX_COPY_H

#include "device.h"
#include "plugin.h"

HIDDEN enum gomp_status nvptx_copy_in (struct nvptx_device *d, CUdeviceptr to,
                                       const void *from, size_t size) HOT;
/* COUNT parts, at their offsets from TO.  Not for all: until the kernel has
   ended that this thread runs next; see copy.c.  */
HIDDEN enum gomp_status nvptx_copy_parts (struct nvptx_device *d,
                                          CUdeviceptr to,
                                          const struct gomp_host_part *part,
                                          size_t count,
                                          enum gomp_copy_use use) HOT;
HIDDEN enum gomp_status nvptx_copy_out (struct nvptx_device *d, void *to,
                                        CUdeviceptr from, size_t size) HOT;
/* COUNT pieces, each behind the one before.  */
HIDDEN enum gomp_status
nvptx_copy_pieces (struct nvptx_device *d,
                   const struct gomp_device_piece *piece, size_t count) HOT;
HIDDEN enum gomp_status nvptx_copy_within (struct nvptx_device *d,
                                           CUdeviceptr to, CUdeviceptr from,
                                           size_t size);
/* Rows in planes, from or to the host or neither.  */
HIDDEN enum gomp_status nvptx_copy_rows (struct nvptx_device *d,
                                         const CUDA_MEMCPY3D *rows);

#endif
