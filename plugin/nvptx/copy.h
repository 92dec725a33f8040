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
/* What it copied so is for all now.  */
HIDDEN enum gomp_status nvptx_copy_settle (struct nvptx_device *d);
HIDDEN enum gomp_status nvptx_copy_out (struct nvptx_device *d, void *to,
                                        CUdeviceptr from, size_t size) HOT;
/* COUNT pieces, each behind the one before.  */
HIDDEN enum gomp_status
nvptx_copy_pieces (struct nvptx_device *d,
                   const struct gomp_device_piece *piece, size_t count) HOT;

/* Copies that may be made by one call.  */
#define NVPTX_BATCH 32

/* Pieces that are one copy.  */
struct nvptx_run
{
  const struct gomp_device_piece *piece;
  size_t count;
  char *staged; /* where in pinned memory; NULL: to where it belongs */
};

struct nvptx_runs
{
  struct nvptx_run run[NVPTX_BATCH];
  size_t count;
  size_t used; /* bytes of pinned memory */
};

/* Copies to the host of what a kernel leaves: where they are several, in its
   stream, behind it.  */
struct nvptx_fetch
{
  const struct gomp_device_piece *piece;
  size_t count;
  bool is_started;
  struct nvptx_runs runs;
};

/* S is the calling thread's, with the kernel in it.  */
HIDDEN void nvptx_fetch_start (struct nvptx_stream *s,
                               struct nvptx_fetch *f) HOT;
/* The stream was waited for.  */
HIDDEN enum gomp_status nvptx_fetch_finish (struct nvptx_device *d,
                                            struct nvptx_fetch *f) HOT;
HIDDEN enum gomp_status nvptx_copy_within (struct nvptx_device *d,
                                           CUdeviceptr to, CUdeviceptr from,
                                           size_t size);
/* Rows in planes, from or to the host or neither.  */
HIDDEN enum gomp_status nvptx_copy_rows (struct nvptx_device *d,
                                         const CUDA_MEMCPY3D *rows);

#endif
