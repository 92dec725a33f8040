/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory; see memory.h.  Owns each device's `memory', under its lock.
   The lock is not held over calls of the driver: cuMemFree waits for kernels,
   which other threads need not wait for.  Threads that find no block of their
   class take `growing' first, so that one chunk serves them all.

   Small blocks have size classes, four to each power of two.  A class keeps its
   free blocks for ever; new ones are cut from chunks.  Larger blocks are the
   driver's.  Free ones are kept as long as they take less than an eighth of the
   device's memory together.  A block is free when no kernel and no copy uses it
   any more, so its next user needs no order with the last.

   Segregated fits: Wilson, Johnstone, Neely, Boles, "Dynamic Storage
   Allocation: A Survey and Critical Review", 1995, section 3.6.  */

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "device.h"
#include "failure.h"
#include "options.h"
#include "stream.h"

#define GRAIN ((size_t)256)
#define SMALL_MAX ((size_t)1 << 20)
#define CHUNK ((size_t)16 << 20)
/* A large block is used again only if at most so much of it is left over.  */
#define WASTE_MAX(size) ((size) / 4)
#define LARGE_CLASS NVPTX_CLASSES

struct nvptx_block
{
  struct nvptx_block *next; /* in its bucket or list */
  CUdeviceptr start;
  size_t size;
  unsigned class; /* LARGE_CLASS: the driver's own */
};

struct nvptx_chunk
{
  struct nvptx_chunk *next;
  CUdeviceptr start;
};

/* ---- Size classes.  */

/* The size class for SIZE bytes; ROOM: the bytes of its blocks.  */
static inline unsigned
find_class (size_t size, size_t *room)
{
  size_t grains = (size + GRAIN - 1) / GRAIN;
  if (grains <= 4)
    {
      grains += grains == 0;
      *room = grains * GRAIN;
      return (unsigned)grains - 1;
    }
  unsigned log = 63 - (unsigned)__builtin_clzll (grains - 1);
  size_t step = (size_t)1 << (log - 2);
  size_t rounded = (grains + step - 1) & ~(step - 1);
  *room = rounded * GRAIN;
  return 4 * (log - 2) + (unsigned)((rounded - ((size_t)4 * step)) / step) + 3;
}

/* ---- Blocks in use.  With the lock held.  */

static inline size_t
bucket (const struct nvptx_memory *m, CUdeviceptr start)
{
  return (size_t)((start / GRAIN) * 0x9e3779b97f4a7c15ull >> 32)
         & (m->table_size - 1);
}

static COLD bool
grow_table (struct nvptx_memory *m)
{
  struct nvptx_memory larger = { .table_size = 2 * m->table_size };
  if (larger.table_size == 0)
    larger.table_size = 1024;
  larger.table = calloc (larger.table_size, sizeof (larger.table[0]));
  if (larger.table == NULL)
    return false;
  for (size_t i = 0; i < m->table_size; i++)
    for (struct nvptx_block *b = m->table[i], *next; b != NULL; b = next)
      {
        struct nvptx_block **slot = &larger.table[bucket (&larger, b->start)];
        next = b->next;
        b->next = *slot;
        *slot = b;
      }
  free (m->table);
  m->table = larger.table;
  m->table_size = larger.table_size;
  return true;
}

static inline bool
enter_block (struct nvptx_memory *m, struct nvptx_block *b)
{
  if (unlikely (m->count >= m->table_size) && !grow_table (m)
      && m->table_size == 0)
    return false;
  struct nvptx_block **slot = &m->table[bucket (m, b->start)];
  b->next = *slot;
  *slot = b;
  m->count++;
  return true;
}

static inline struct nvptx_block *
leave_block (struct nvptx_memory *m, CUdeviceptr start)
{
  if (m->table_size == 0)
    return NULL;
  struct nvptx_block **b = &m->table[bucket (m, start)];
  while (*b != NULL && (*b)->start != start)
    b = &(*b)->next;
  struct nvptx_block *found = *b;
  if (found != NULL)
    {
      gomp_invariant (m->count != 0, "a block leaves a table that has none");
      *b = found->next;
      m->count--;
    }
  return found;
}

static struct nvptx_block *
new_block (struct nvptx_memory *m)
{
  struct nvptx_block *b = m->spare;
  if (b != NULL)
    m->spare = b->next;
  else
    b = malloc (sizeof (*b));
  return b;
}

static void
drop_block (struct nvptx_memory *m, struct nvptx_block *b)
{
  b->next = m->spare;
  m->spare = b;
}

/* ---- Memory of the driver.  */

static COLD CUresult
ask_driver (struct nvptx_device *d, CUdeviceptr *start, size_t size)
{
  return nvptx_stream_renew (d) != NULL ? nvptx_cu.memory_alloc (start, size)
                                        : NVPTX_NOT_ASKED;
}

/* ---- Small blocks.  */

/* With the lock held; NULL: there is no room in the chunk.  */
static struct nvptx_block *
cut_block (struct nvptx_memory *m, unsigned class, size_t room)
{
  if (m->cut_size < room)
    return NULL;
  struct nvptx_block *b = new_block (m);
  if (b == NULL)
    return NULL;
  *b = (struct nvptx_block){ .start = m->cut, .size = room, .class = class };
  gomp_invariant (m->cut % GRAIN == 0,
                  "a block of device memory lies at 0x%llx", m->cut);
  m->cut += room;
  m->cut_size -= room;
  return b;
}

/* Get a new chunk; the rest of the last one is too small to matter.  The caller
   holds `growing'.  */
static COLD CUresult
add_chunk (struct nvptx_device *d)
{
  struct nvptx_memory *m = &d->memory;
  struct nvptx_chunk *c = malloc (sizeof (*c));
  if (c == NULL)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult r = ask_driver (d, &c->start, CHUNK);
  if (r != CUDA_SUCCESS)
    {
      free (c);
      return r;
    }
  gomp_mutex_lock (&m->lock);
  c->next = m->chunks;
  m->chunks = c;
  m->cut = c->start;
  m->cut_size = CHUNK;
  gomp_mutex_unlock (&m->lock);
  return CUDA_SUCCESS;
}

/* ---- Large blocks.  */

/* With the lock held.  */
static struct nvptx_block *
find_large (struct nvptx_memory *m, size_t size)
{
  for (struct nvptx_block **b = &m->large; *b != NULL; b = &(*b)->next)
    if ((*b)->size >= size && (*b)->size - size <= WASTE_MAX (size))
      {
        struct nvptx_block *found = *b;
        gomp_invariant (found->size <= m->large_size,
                        "kept blocks have %zu bytes, one of them %zu",
                        m->large_size, found->size);
        *b = found->next;
        m->large_size -= found->size;
        return found;
      }
  return NULL;
}

/* Give the free blocks of LIST back to the driver.  Return its answer for the
   first block that it refused, else CUDA_SUCCESS.  */
static CUresult
give_back (struct nvptx_memory *m, struct nvptx_block *list)
{
  CUresult first = CUDA_SUCCESS;
  for (struct nvptx_block *b = list; b != NULL; b = b->next)
    {
      CUresult r = nvptx_cu.memory_free (b->start);
      first = first == CUDA_SUCCESS ? r : first;
    }
  gomp_mutex_lock (&m->lock);
  while (list != NULL)
    {
      struct nvptx_block *next = list->next;
      drop_block (m, list);
      list = next;
    }
  gomp_mutex_unlock (&m->lock);
  return first;
}

/* Give all kept large blocks back to the driver.  Were there any?  */
static bool
give_back_kept (struct nvptx_memory *m)
{
  gomp_mutex_lock (&m->lock);
  struct nvptx_block *list = m->large;
  m->large = NULL;
  m->large_size = 0;
  gomp_mutex_unlock (&m->lock);
  give_back (m, list);
  return list != NULL;
}

static COLD CUresult
add_large (struct nvptx_device *d, size_t size, struct nvptx_block **block)
{
  struct nvptx_memory *m = &d->memory;
  CUdeviceptr start = 0;
  CUresult r = ask_driver (d, &start, size);
  if (r == CUDA_ERROR_OUT_OF_MEMORY && give_back_kept (m))
    r = nvptx_cu.memory_alloc (&start, size);
  if (r != CUDA_SUCCESS)
    return r;
  gomp_mutex_lock (&m->lock);
  *block = new_block (m);
  if (*block != NULL)
    **block = (struct nvptx_block){ .start = start,
                                    .size = size,
                                    .class = LARGE_CLASS };
  gomp_mutex_unlock (&m->lock);
  if (*block != NULL)
    return CUDA_SUCCESS;
  nvptx_cu.memory_free (start);
  return CUDA_ERROR_OUT_OF_MEMORY;
}

/* ---- Blocks of all sizes.  */

static inline struct nvptx_block *
take_unused (struct nvptx_memory *m, unsigned class, size_t room)
{
  struct nvptx_block *b = m->unused[class];
  if (likely (b != NULL))
    {
      gomp_invariant (b->class == class && b->size == room,
                      "a block of %zu bytes, of class %u, is given for %zu of "
                      "class %u",
                      b->size, b->class, room, class);
      m->unused[class] = b->next;
      return b;
    }
  return cut_block (m, class, room);
}

/* Keep the free block B for reuse.  If it shall go to the driver instead,
   return it, else NULL.  With the lock held.  */
static inline struct nvptx_block *
keep_block (struct nvptx_device *d, struct nvptx_block *b)
{
  struct nvptx_memory *m = &d->memory;
  if (likely (b->class < LARGE_CLASS))
    {
      b->next = m->unused[b->class];
      m->unused[b->class] = b;
      return NULL;
    }
  if ((nvptx_options.sync || m->large_size + b->size > d->total / 8)
      && !nvptx_stream_is_drivers ())
    {
      b->next = NULL;
      return b;
    }
  b->next = m->large;
  m->large = b;
  m->large_size += b->size;
  return NULL;
}

static CUdeviceptr
enter_new (struct nvptx_device *d, struct nvptx_block *b)
{
  gomp_mutex_lock (&d->memory.lock);
  bool entered = enter_block (&d->memory, b);
  struct nvptx_block *old = entered ? NULL : keep_block (d, b);
  gomp_mutex_unlock (&d->memory.lock);
  if (entered)
    return b->start;
  if (old != NULL)
    give_back (&d->memory, old);
  gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  return 0;
}

static COLD CUdeviceptr
alloc_large (struct nvptx_device *d, size_t size)
{
  struct nvptx_block *b;
  gomp_mutex_lock (&d->memory.lock);
  b = nvptx_options.sync ? NULL : find_large (&d->memory, size);
  gomp_mutex_unlock (&d->memory.lock);
  CUresult r = b != NULL ? CUDA_SUCCESS : add_large (d, size, &b);
  if (r == CUDA_SUCCESS)
    return enter_new (d, b);
  nvptx_failed (d, r, "allocating %zu bytes", size);
  return 0;
}

static struct nvptx_block *
take_locking (struct nvptx_memory *m, unsigned class, size_t room)
{
  gomp_mutex_lock (&m->lock);
  struct nvptx_block *b = take_unused (m, class, room);
  gomp_mutex_unlock (&m->lock);
  return b;
}

/* One thread gets a chunk; others wait meanwhile, and use it, too.  */
static COLD CUdeviceptr
alloc_slowly (struct nvptx_device *d, size_t size, unsigned class, size_t room)
{
  struct nvptx_memory *m = &d->memory;
  struct nvptx_block *b = NULL;
  if (class < LARGE_CLASS && !nvptx_options.sync)
    {
      gomp_mutex_lock (&m->growing);
      b = take_locking (m, class, room);
      if (b == NULL && add_chunk (d) == CUDA_SUCCESS)
        b = take_locking (m, class, room);
      gomp_mutex_unlock (&m->growing);
    }
  return b != NULL ? enter_new (d, b) : alloc_large (d, size != 0 ? size : 1);
}

CUdeviceptr
nvptx_memory_alloc (struct nvptx_device *d, size_t size)
{
  struct nvptx_memory *m = &d->memory;
  size_t room = 0;
  unsigned class = likely (size <= SMALL_MAX) ? find_class (size, &room)
                                              : LARGE_CLASS;
  if (unlikely (class >= LARGE_CLASS || nvptx_options.sync))
    return alloc_slowly (d, size, class, room);
  gomp_mutex_lock (&m->lock);
  struct nvptx_block *b = take_unused (m, class, room);
  bool entered = b != NULL && enter_block (m, b);
  if (unlikely (b != NULL && !entered))
    keep_block (d, b);
  gomp_mutex_unlock (&m->lock);
  return likely (entered) ? b->start : alloc_slowly (d, size, class, room);
}

enum gomp_status
nvptx_memory_free (struct nvptx_device *d, CUdeviceptr start)
{
  struct nvptx_memory *m = &d->memory;
  gomp_mutex_lock (&m->lock);
  struct nvptx_block *b = leave_block (m, start);
  struct nvptx_block *old = likely (b != NULL) ? keep_block (d, b) : NULL;
  gomp_mutex_unlock (&m->lock);
  if (unlikely (b == NULL))
    return gomp_error_set (GOMP_ERR_INVALID,
                           "device %d (nvptx, %s): free of 0x%llx, where no "
                           "allocated block of device memory starts (freed "
                           "already?)",
                           d->ordinal, d->name, start);
  if (likely (old == NULL))
    return GOMP_OK;
  if (nvptx_stream_renew (d) == NULL)
    return GOMP_ERR_DEVICE;
  CUresult r = give_back (m, old);
  return r == CUDA_SUCCESS
             ? GOMP_OK
             : nvptx_failed (d, r, "freeing device memory at 0x%llx", start);
}

size_t
nvptx_memory_unused (struct nvptx_device *d)
{
  size_t unused = 0, total;
  if (nvptx_stream_renew (d) == NULL
      || nvptx_cu.memory_info (&unused, &total) != CUDA_SUCCESS)
    return 0;
  return unused;
}

static void
free_blocks (struct nvptx_block *b)
{
  while (b != NULL)
    {
      struct nvptx_block *next = b->next;
      free (b);
      b = next;
    }
}

/* Empty M and return what it had.  The lock is taken for threads that still
   allocate or free while the program ends.  */
static struct nvptx_memory
take_lists (struct nvptx_memory *m)
{
  gomp_mutex_lock (&m->lock);
  struct nvptx_memory all = *m;
  const size_t lists = offsetof (struct nvptx_memory, table);
  memset ((char *)m + lists, 0, sizeof (*m) - lists);
  gomp_mutex_unlock (&m->lock);
  return all;
}

static void
free_lists (struct nvptx_memory *all)
{
  for (size_t i = 0; i < all->table_size; i++)
    free_blocks (all->table[i]);
  for (unsigned i = 0; i < NVPTX_CLASSES; i++)
    free_blocks (all->unused[i]);
  free_blocks (all->large);
  free_blocks (all->spare);
  while (all->chunks != NULL)
    {
      struct nvptx_chunk *next = all->chunks->next;
      free (all->chunks);
      all->chunks = next;
    }
  free (all->table);
}

void
nvptx_memory_release (struct nvptx_device *d)
{
  give_back_kept (&d->memory);
  struct nvptx_memory all = take_lists (&d->memory);
  for (size_t i = 0; i < all.table_size; i++)
    for (struct nvptx_block *b = all.table[i]; b != NULL; b = b->next)
      if (b->class == LARGE_CLASS)
        nvptx_cu.memory_free (b->start);
  for (struct nvptx_chunk *c = all.chunks; c != NULL; c = c->next)
    nvptx_cu.memory_free (c->start);
  free_lists (&all);
}

/* Free nothing in the driver: in a new context the same addresses may belong to
   something else.  */
void
nvptx_memory_forget (struct nvptx_device *d)
{
  struct nvptx_memory all = take_lists (&d->memory);
  free_lists (&all);
}
