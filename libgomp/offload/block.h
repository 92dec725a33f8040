/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory of constructs: blocks, pooled per device.  See block.c.  */

#ifndef GOMP_OFFLOAD_BLOCK_H
#define GOMP_OFFLOAD_BLOCK_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "sync/mutex.h"

struct gomp_device;

/* What one construct allocated.  */
struct gomp_block
{
  struct gomp_device *device;
  uintptr_t address;       /* device address, a multiple of GOMP_BLOCK_ALIGN */
  char *view;              /* seen from the host, or NULL */
  atomic_uint references;  /* the construct's and the mappings' */
  unsigned size_class;     /* of the pool; GOMP_BLOCK_LARGE: none */
  void *allocation;        /* what a large block's alloc returned */
  struct gomp_block *next; /* in a free list */
};

#define GOMP_BLOCK_ALIGN 64
#define GOMP_BLOCK_MIN_BITS 7 /* smallest class: 128 bytes */
#define GOMP_BLOCK_CLASSES 14 /* largest class: 1 MiB */
#define GOMP_BLOCK_LARGE GOMP_BLOCK_CLASSES
#define GOMP_BLOCK_SHARDS 4

/* Free blocks; threads spread over the shards.  */
struct gomp_block_shard
{
  struct gomp_mutex mutex; /* guards the rest */
  struct gomp_block *free[GOMP_BLOCK_CLASSES];
} GOMP_CACHE_ALIGNED;

struct gomp_block_pool
{
  struct gomp_block_shard shards[GOMP_BLOCK_SHARDS];
  struct gomp_mutex mutex;         /* guards the rest */
  struct gomp_block *free_headers; /* without device memory */
  uintptr_t slab_address;          /* device memory not yet given out */
  char *slab_view;
  size_t slab_left; /* bytes */
};

/* SIZE bytes of device memory, aligned to ALIGN, with one reference; NULL when
   the device has none (recorded).  */
HIDDEN struct gomp_block *gomp_block_acquire (struct gomp_device *device,
                                              size_t size, size_t align) HOT;
/* Take references for COUNT mappings; the caller has one.  */
static inline void
gomp_block_refer (struct gomp_block *block, unsigned count)
{
  atomic_fetch_add_explicit (&block->references, count, memory_order_relaxed);
}
/* Give up a reference; NULL is nothing.  Ends the program if the device fails
   to free (it cannot be reported otherwise).  */
HIDDEN void gomp_block_drop (struct gomp_block *block) HOT;

#endif
