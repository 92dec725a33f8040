/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The addresses of device memory; see memory.h.

   Owns no data.  Extents are added and dropped with images.lock; any thread
   looks for them without a lock.  */

#include "host/memory.h"

#include <stdlib.h>
#include <string.h>

#include "host/device.h"

/* The offset in the arena of the variables at [ADDRESS, ADDRESS + SIZE);
   X86EMUL_NO_OFFSET if there are none.  */
static uint64_t
find_extent (struct x86emul_device *d, uint64_t address, uint64_t size)
{
  const struct x86emul_extent_block *b = &d->memory.extents;
  for (; b != NULL; b = atomic_load_explicit (&b->next, memory_order_acquire))
    for (unsigned i = 0; i < X86EMUL_EXTENTS_PER_BLOCK; i++)
      {
        const struct x86emul_extent *p = &b->extent[i];
        /* Acquire: pairs with the release in x86emul_memory_add.  */
        uint64_t start = atomic_load_explicit (&p->start, memory_order_acquire);
        if (start != 0 && address >= start && address - start <= p->size
            && size <= p->size - (address - start))
          return p->offset + (address - start);
      }
  return X86EMUL_NO_OFFSET;
}

void *
x86emul_memory_view (struct x86emul_device *d, uint64_t address, uint64_t size)
{
  uint64_t offset = address - d->memory.start;
  uint64_t backed = x86emul_arena_backed (d->memory.arena);
  if (likely (offset < backed && size <= backed - offset))
    return d->memory.view + offset;
  offset = find_extent (d, address, size);
  return offset == X86EMUL_NO_OFFSET ? NULL : d->memory.view + offset;
}

uint64_t
x86emul_memory_offset (struct x86emul_device *d, uint64_t address,
                       uint64_t size)
{
  uint64_t offset = address - d->memory.start;
  if (offset < d->memory.size && size <= d->memory.size - offset)
    return offset;
  return find_extent (d, address, size);
}

/* Find a free entry of the device's extents; NULL: memory is exhausted.  */
static struct x86emul_extent *
find_free (struct x86emul_device *d)
{
  struct x86emul_extent_block *b = &d->memory.extents;
  for (;;)
    {
      for (unsigned i = 0; i < X86EMUL_EXTENTS_PER_BLOCK; i++)
        if (atomic_load_explicit (&b->extent[i].start, memory_order_relaxed)
            == 0)
          return &b->extent[i];
      struct x86emul_extent_block *next
          = atomic_load_explicit (&b->next, memory_order_relaxed);
      if (next == NULL)
        {
          next = calloc (1, sizeof (*next));
          if (next == NULL)
            return NULL;
          /* Release: pairs with the acquire in find_extent.  */
          atomic_store_explicit (&b->next, next, memory_order_release);
        }
      b = next;
    }
}

struct x86emul_extent *
x86emul_memory_add (struct x86emul_device *d, const struct x86emul_range *range,
                    uint64_t offset)
{
  struct x86emul_extent *p = find_free (d);
  if (p == NULL)
    return NULL;
  p->size = range->size;
  p->offset = offset;
  /* Release: pairs with the acquire in find_extent.  */
  atomic_store_explicit (&p->start, range->start, memory_order_release);
  return p;
}

uint64_t
x86emul_memory_drop (struct x86emul_extent *extent)
{
  uint64_t offset = extent->offset;
  atomic_store_explicit (&extent->start, 0, memory_order_relaxed);
  return offset;
}

void
x86emul_memory_clear (struct x86emul_device *d)
{
  struct x86emul_extent_block *b = atomic_load (&d->memory.extents.next);
  while (b != NULL)
    {
      struct x86emul_extent_block *next = atomic_load (&b->next);
      free (b);
      b = next;
    }
  memset (&d->memory.extents, 0, sizeof (d->memory.extents));
}
