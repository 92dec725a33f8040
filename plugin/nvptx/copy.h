/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies by the calling thread.  When one returns, the caller may use the
   host's memory again, and everything that runs on the device afterwards sees
   the written data.  */

#ifndef PLUGIN_NVPTX_COPY_H
#define PLUGIN_NVPTX_COPY_H

#include "device.h"
#include "plugin.h"

HIDDEN enum gomp_status nvptx_copy_in (struct nvptx_device *d, CUdeviceptr to,
                                       const void *from, size_t size) HOT;
/* Copy COUNT parts to their offsets from TO.  If USE is not GOMP_COPY_FOR_ALL,
   only the calling thread's next kernel may use them until it has ended; see
   copy.c.  */
HIDDEN enum gomp_status nvptx_copy_parts (struct nvptx_device *d,
                                          CUdeviceptr to,
                                          const struct gomp_host_part *part,
                                          size_t count,
                                          enum gomp_copy_use use) HOT;
/* What the calling thread has copied for its next kernel may now be used by
   all.  */
HIDDEN enum gomp_status nvptx_copy_settle (struct nvptx_device *d);
HIDDEN enum gomp_status nvptx_copy_out (struct nvptx_device *d, void *to,
                                        CUdeviceptr from, size_t size) HOT;
/* Copy COUNT pieces, at ascending addresses.  */
HIDDEN enum gomp_status
nvptx_copy_pieces (struct nvptx_device *d,
                   const struct gomp_device_piece *piece, size_t count) HOT;

/* The most copies that one call makes.  */
#define NVPTX_BATCH 32

/* Pieces that are copied together.  */
struct nvptx_run
{
  const struct gomp_device_piece *piece;
  size_t count;
  char *staged; /* address in pinned memory; NULL: copied directly */
};

struct nvptx_runs
{
  struct nvptx_run run[NVPTX_BATCH];
  size_t count;
  size_t used; /* bytes of pinned memory */
};

/* Copies of a kernel's results to the host.  Several copies are started in the
   kernel's stream, behind it.  */
struct nvptx_fetch
{
  const struct gomp_device_piece *piece;
  size_t count;
  bool is_started;
  struct nvptx_runs runs;
};

/* Start the copies of F in S, the calling thread's stream, behind its
   kernel.  */
HIDDEN void nvptx_fetch_start (struct nvptx_stream *s,
                               struct nvptx_fetch *f) HOT;
/* Complete the copies of F; the caller has waited for the stream.  */
HIDDEN enum gomp_status nvptx_fetch_finish (struct nvptx_device *d,
                                            struct nvptx_fetch *f) HOT;
HIDDEN enum gomp_status nvptx_copy_within (struct nvptx_device *d,
                                           CUdeviceptr to, CUdeviceptr from,
                                           size_t size);
/* Copy rows in planes, from or to the host, or within the device.  */
HIDDEN enum gomp_status nvptx_copy_rows (struct nvptx_device *d,
                                         const CUDA_MEMCPY3D *rows);

#endif
