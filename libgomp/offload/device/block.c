/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory of constructs.

   A construct needs one block: its arguments, its firstprivate copies, its new
   mappings.  Blocks of up to 1 MiB come in classes, powers of two, cut from
   slabs that are allocated on the device once and kept until the end, so that a
   warm construct calls no plugin for memory.  Larger ones are allocated and
   freed one by one, and so are all if the device has no room for a slab.

   A construct that holds the map's lock anyway takes its block from the free
   blocks that this lock protects, and returns it there.  For all others there
   are shards.  Each shard's mutex protects its free lists; in addition, the
   last freed block of a class is exchanged without a lock, so that a thread
   that alternately frees and allocates takes none.  The pool's mutex protects
   the slab and the unused headers.  No plugin is called with either mutex.
   Headers are recycled, never freed.  Any thread.  */

#include "offload/device/block.h"

#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "base/sizes.h"
#include "offload/device/device.h"
#include "team/self.h"

#define SLAB_SIZE ((size_t)1 << 20)
#define HEADERS_AT_ONCE 64

static inline struct gomp_block_shard *
own_shard (struct gomp_block_pool *pool)
{
  uintptr_t self = (uintptr_t)gomp_self ();
  return &pool->shards[((self >> 8) ^ (self >> 12)) % GOMP_BLOCK_SHARDS];
}

static inline unsigned
class_of (size_t size)
{
  if (size <= (size_t)1 << GOMP_BLOCK_MIN_BITS)
    return 0;
  unsigned bits = 64u - (unsigned)__builtin_clzll (size - 1);
  return bits - GOMP_BLOCK_MIN_BITS < GOMP_BLOCK_CLASSES
             ? bits - GOMP_BLOCK_MIN_BITS
             : GOMP_BLOCK_LARGE;
}

static inline struct gomp_block *
pop (struct gomp_block_shard *shard, unsigned size_class)
{
  /* Acquire: pairs with the release in push.  */
  struct gomp_block *last = NULL;
  if (atomic_load_explicit (&shard->last[size_class], memory_order_relaxed)
      != NULL)
    last = atomic_exchange_explicit (&shard->last[size_class], NULL,
                                     memory_order_acquire);
  if (likely (last != NULL))
    return last;
  gomp_mutex_lock (&shard->mutex);
  struct gomp_block *block = shard->free[size_class];
  if (likely (block != NULL))
    shard->free[size_class] = block->next;
  gomp_mutex_unlock (&shard->mutex);
  return block;
}

static struct gomp_block *
header_acquire (struct gomp_block_pool *pool)
{
  gomp_mutex_lock (&pool->mutex);
  if (pool->free_headers == NULL)
    {
      struct gomp_block *headers
          = gomp_alloc_zeroed (HEADERS_AT_ONCE * sizeof (*headers));
      for (int i = 0; headers != NULL && i < HEADERS_AT_ONCE; i++)
        {
          headers[i].next = pool->free_headers;
          pool->free_headers = &headers[i];
        }
    }
  struct gomp_block *block = pool->free_headers;
  if (block != NULL)
    pool->free_headers = block->next;
  gomp_mutex_unlock (&pool->mutex);
  return block;
}

static void
header_release (struct gomp_block_pool *pool, struct gomp_block *block)
{
  gomp_mutex_lock (&pool->mutex);
  block->next = pool->free_headers;
  pool->free_headers = block;
  gomp_mutex_unlock (&pool->mutex);
}

/* Cut SIZE bytes off the slab; false: too little is left.  */
static bool
cut (struct gomp_block_pool *pool, struct gomp_block *block, size_t size)
{
  gomp_mutex_lock (&pool->mutex);
  bool enough = pool->slab_left >= size;
  if (enough)
    {
      block->address = pool->slab_address;
      block->view = pool->slab_view;
      pool->slab_address += size;
      pool->slab_left -= size;
      if (pool->slab_view != NULL)
        pool->slab_view += size;
    }
  gomp_mutex_unlock (&pool->mutex);
  return enough;
}

/* The rest of a replaced slab (under 1 MiB, once for each slab) is not
   used.  */
static bool
new_slab (struct gomp_device *device)
{
  struct gomp_block_pool *pool = &device->pool;
  void *memory = gomp_device_alloc (device, SLAB_SIZE + GOMP_BLOCK_ALIGN);
  if (memory == NULL)
    return false;
  uintptr_t address = ((uintptr_t)memory + GOMP_BLOCK_ALIGN - 1)
                      & ~(uintptr_t)(GOMP_BLOCK_ALIGN - 1);
  char *view = gomp_device_view (device, address, SLAB_SIZE);
  gomp_mutex_lock (&pool->mutex);
  pool->slab_address = address;
  pool->slab_view = view;
  pool->slab_left = SLAB_SIZE;
  gomp_mutex_unlock (&pool->mutex);
  return true;
}

static bool
fill_large (struct gomp_device *device, struct gomp_block *block, size_t size,
            size_t align)
{
  if (align < GOMP_BLOCK_ALIGN)
    align = GOMP_BLOCK_ALIGN;
  block->allocation = gomp_device_alloc (device, gomp_size_sum (size, align));
  if (block->allocation == NULL)
    return false;
  block->address = ((uintptr_t)block->allocation + align - 1) & ~(align - 1);
  block->view = gomp_device_view (device, block->address, size);
  return true;
}

static struct gomp_block *
acquire_new (struct gomp_device *device, unsigned size_class, size_t size,
             size_t align)
{
  struct gomp_block *block = header_acquire (&device->pool);
  if (block == NULL)
    return NULL;
  block->device = device;
  block->size_class = size_class;
  block->allocation = NULL;
  bool filled = false;
  if (size_class != GOMP_BLOCK_LARGE)
    do
      filled = cut (&device->pool, block,
                    (size_t)1 << (size_class + GOMP_BLOCK_MIN_BITS));
    while (!filled && new_slab (device));
  if (!filled)
    {
      gomp_error_clear ();
      block->size_class = GOMP_BLOCK_LARGE;
      filled = fill_large (device, block, size, align);
    }
  if (filled)
    return block;
  header_release (&device->pool, block);
  return NULL;
}

static NOINLINE struct gomp_block *
acquire_slowly (struct gomp_device *device, unsigned size_class, size_t size,
                size_t align)
{
  struct gomp_block *block = NULL;
  if (size_class != GOMP_BLOCK_LARGE)
    for (int i = 0; i < GOMP_BLOCK_SHARDS && block == NULL; i++)
      block = pop (&device->pool.shards[i], size_class);
  return block != NULL ? block : acquire_new (device, size_class, size, align);
}

struct gomp_block *
gomp_block_acquire (struct gomp_device *device, size_t size, size_t align)
{
  unsigned size_class
      = align <= GOMP_BLOCK_ALIGN ? class_of (size) : GOMP_BLOCK_LARGE;
  struct gomp_block *block = NULL;
  if (likely (size_class != GOMP_BLOCK_LARGE))
    block = pop (own_shard (&device->pool), size_class);
  if (unlikely (block == NULL))
    block = acquire_slowly (device, size_class, size, align);
  gomp_invariant (block == NULL || block->address % GOMP_BLOCK_ALIGN == 0,
                  "a block lies at %#lx", (unsigned long)block->address);
  gomp_invariant (block == NULL || size_class == GOMP_BLOCK_LARGE
                      || block->size_class == size_class
                      || block->size_class == GOMP_BLOCK_LARGE,
                  "a block of class %u is given for class %u",
                  block->size_class, size_class);
  if (likely (block != NULL))
    atomic_store_explicit (&block->references, 1, memory_order_relaxed);
  return block;
}

struct gomp_block *
gomp_block_acquire_locked (struct gomp_device *device, size_t size,
                           size_t align)
{
  unsigned size_class
      = align <= GOMP_BLOCK_ALIGN ? class_of (size) : GOMP_BLOCK_LARGE;
  if (size_class == GOMP_BLOCK_LARGE)
    return NULL;
  struct gomp_block *block = device->pool.near[size_class];
  if (block != NULL)
    device->pool.near[size_class] = block->next;
  return block;
}

static void
release_large (struct gomp_block *block)
{
  struct gomp_device *device = block->device;
  gomp_device_free (device, block->allocation);
  header_release (&device->pool, block);
}

static inline void
push (struct gomp_block_shard *shard, struct gomp_block *block)
{
  unsigned size_class = block->size_class;
  struct gomp_block *expected = NULL;
  /* Release: the use of the block comes before the next use.  */
  if (atomic_load_explicit (&shard->last[size_class], memory_order_relaxed)
          == NULL
      && atomic_compare_exchange_strong_explicit (
          &shard->last[size_class], &expected, block, memory_order_release,
          memory_order_relaxed))
    return;
  gomp_mutex_lock (&shard->mutex);
  block->next = shard->free[size_class];
  shard->free[size_class] = block;
  gomp_mutex_unlock (&shard->mutex);
}

/* Release COUNT references; true if they were the last.  */
static inline bool
unrefer (struct gomp_block *block, unsigned count)
{
  gomp_invariant (atomic_load (&block->references) >= count,
                  "a block that %u refer to loses %u",
                  atomic_load (&block->references), count);
  /* If COUNT is all references, no other thread refers to the block.  Acquire:
     after the use by threads that released theirs; release: for the last
     one.  */
  return atomic_load_explicit (&block->references, memory_order_acquire)
             == count
         || atomic_fetch_sub_explicit (&block->references, count,
                                       memory_order_acq_rel)
                == count;
}

void
gomp_block_drop_many (struct gomp_block *block, unsigned count)
{
  if (!unrefer (block, count))
    return;
  if (unlikely (block->size_class == GOMP_BLOCK_LARGE))
    release_large (block);
  else
    push (own_shard (&block->device->pool), block);
}

void
gomp_block_drop_locked (struct gomp_block *block, unsigned count,
                        struct gomp_block **rest)
{
  if (!unrefer (block, count))
    return;
  struct gomp_block **list = block->size_class == GOMP_BLOCK_LARGE
                                 ? rest
                                 : &block->device->pool.near[block->size_class];
  block->next = *list;
  *list = block;
}

void
gomp_block_free_list (struct gomp_block *rest)
{
  while (unlikely (rest != NULL))
    {
      struct gomp_block *next = rest->next;
      release_large (rest);
      rest = next;
    }
}

static void
forget_list (struct gomp_block_pool *pool, struct gomp_block **list)
{
  struct gomp_block *next;
  for (struct gomp_block *b = *list; b != NULL; b = next)
    {
      next = b->next;
      header_release (pool, b);
    }
  *list = NULL;
}

void
gomp_block_forget_all (struct gomp_device *device)
{
  struct gomp_block_pool *pool = &device->pool;
  for (unsigned class = 0; class < GOMP_BLOCK_CLASSES; class ++)
    {
      for (int i = 0; i < GOMP_BLOCK_SHARDS; i++)
        {
          struct gomp_block_shard *shard = &pool->shards[i];
          struct gomp_block *last = atomic_exchange (&shard->last[class], NULL);
          if (last != NULL)
            header_release (pool, last);
          forget_list (pool, &shard->free[class]);
        }
      forget_list (pool, &pool->near[class]);
    }
  for (int i = 0; i < GOMP_BLOCKS_KEPT; i++)
    {
      if (pool->kept[i] != NULL
          && atomic_load (&pool->kept[i]->references) == 1)
        header_release (pool, pool->kept[i]);
      pool->kept[i] = NULL;
    }
  pool->slab_left = 0;
}
