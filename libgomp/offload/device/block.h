/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory of constructs: blocks, pooled per device.  See block.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_BLOCK_H
#define GOMP_OFFLOAD_DEVICE_BLOCK_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "sync/mutex.h"

struct gomp_device;

/* The device memory of one construct.  */
struct gomp_block
{
  struct gomp_device *device;
  uintptr_t address;       /* device address, a multiple of GOMP_BLOCK_ALIGN */
  char *view;              /* seen from the host, or NULL */
  atomic_uint references;  /* the construct's and the mappings' */
  unsigned size_class;     /* of the pool; GOMP_BLOCK_LARGE: none */
  void *allocation;        /* the result of alloc, for a large block */
  struct gomp_block *next; /* in a free list */
};

#define GOMP_BLOCK_ALIGN 64
#define GOMP_BLOCK_MIN_BITS 6 /* smallest class: 64 bytes */
#define GOMP_BLOCK_CLASSES 15 /* largest class: 1 MiB */
#define GOMP_BLOCK_LARGE GOMP_BLOCK_CLASSES
#define GOMP_BLOCK_SHARDS 4
#define GOMP_BLOCKS_KEPT 8 /* by plans of constructs, at most */

/* Free blocks; threads spread over the shards.  */
struct gomp_block_shard
{
  /* For each class, the block freed last, unless a thread has taken it since;
     exchanged as a whole.  */
  _Atomic (struct gomp_block *) last[GOMP_BLOCK_CLASSES];
  struct gomp_mutex mutex; /* guards the rest */
  struct gomp_block *free[GOMP_BLOCK_CLASSES];
} GOMP_CACHE_ALIGNED;

struct gomp_block_pool
{
  struct gomp_block_shard shards[GOMP_BLOCK_SHARDS];
  struct gomp_block *near[GOMP_BLOCK_CLASSES]; /* for holders of the map's lock:
                                                  free blocks */
  struct gomp_block *kept[GOMP_BLOCKS_KEPT];   /* the map's lock: a construct's
                                                  plan refers to each */
  struct gomp_mutex mutex;                     /* guards the rest */
  struct gomp_block *free_headers;             /* structures without device
                                                  memory */
  uintptr_t slab_address; /* device memory that is not in blocks yet */
  char *slab_view;
  size_t slab_left; /* bytes */
};

/* A block of SIZE bytes, aligned to ALIGN, with one reference.  NULL: the
   device has no memory left (recorded).  */
HIDDEN struct gomp_block *gomp_block_acquire (struct gomp_device *device,
                                              size_t size, size_t align) HOT;
/* The same for holders of the lock of the device's map.  NULL also if no block
   is free for them.  */
HIDDEN struct gomp_block *gomp_block_acquire_locked (struct gomp_device *device,
                                                     size_t size,
                                                     size_t align) HOT;
/* Set the references of a block that only the caller uses.  */
static inline void
gomp_block_refer (struct gomp_block *block, unsigned count)
{
  atomic_store_explicit (&block->references, count, memory_order_relaxed);
}
/* Release COUNT references.  If the device fails to free its memory, the
   program ends, since that cannot be reported otherwise.  */
HIDDEN void gomp_block_drop_many (struct gomp_block *block, unsigned count) HOT;
/* Release one reference; NULL is ignored.  */
static inline void
gomp_block_drop (struct gomp_block *block)
{
  if (block != NULL)
    gomp_block_drop_many (block, 1);
}

/* Release COUNT references, with the lock of the device's map.  A block that
   is then free but too large to be kept goes to the list *REST.  */
HIDDEN void gomp_block_drop_locked (struct gomp_block *block, unsigned count,
                                    struct gomp_block **rest) HOT;
/* The device is given up, and all memory with it.  */
HIDDEN void gomp_block_forget_all (struct gomp_device *device);
/* Free the blocks in REST, without that lock.  */
HIDDEN void gomp_block_free_list (struct gomp_block *rest);

#endif
