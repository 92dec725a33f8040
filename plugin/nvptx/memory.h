/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory for libgomp: blocks that the plugin cuts from memory of the
   driver, and keeps when they are freed.  */

#ifndef PLUGIN_NVPTX_MEMORY_H
#define PLUGIN_NVPTX_MEMORY_H

#include <stddef.h>

#include "base/diag.h"
#include "driver.h"
#include "sync/mutex.h"

struct nvptx_device;
struct nvptx_block; /* memory.c */
struct nvptx_chunk; /* likewise */

/* Size classes of small blocks of device memory.  */
#define NVPTX_CLASSES 64

struct nvptx_memory
{
  struct gomp_mutex growing;  /* held while getting a chunk; taken before
                                 `lock' */
  struct gomp_mutex lock;     /* protects all that follows; never held over a
                                 driver call */
  struct nvptx_block **table; /* of blocks in use, hashed by address */
  size_t table_size;          /* its buckets, a power of two */
  size_t count;               /* blocks in use */
  struct nvptx_block *unused[NVPTX_CLASSES]; /* free blocks of each class */
  struct nvptx_block *large;                 /* free blocks of the driver's */
  size_t large_size;                         /* total bytes of `large' */
  struct nvptx_block *spare;                 /* unused descriptors of blocks */
  struct nvptx_chunk *chunks; /* what small blocks are cut from */
  CUdeviceptr cut;            /* the rest of the newest chunk */
  size_t cut_size;            /* bytes left there */
};

/* SIZE bytes, aligned to 256; 0: the error is recorded.  */
HIDDEN CUdeviceptr nvptx_memory_alloc (struct nvptx_device *d, size_t size) HOT;
HIDDEN enum gomp_status nvptx_memory_free (struct nvptx_device *d,
                                           CUdeviceptr start) HOT;
/* Bytes of D's memory that are not in use; 0: not known.  */
HIDDEN size_t nvptx_memory_unused (struct nvptx_device *d);
/* Give all memory of D back to the driver.  */
HIDDEN void nvptx_memory_release (struct nvptx_device *d);
/* Forget blocks that threads allocated and freed while D was being stopped:
   they belong to D's old context.  */
HIDDEN void nvptx_memory_forget (struct nvptx_device *d);

#endif
