/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Freed device memory that is kept; see kept.h.

   Any thread.  `lock' guards the ring.  Each block has separate pages.  */

#include "host/kept.h"

#include <stdlib.h>

bool
x86emul_kept_create (struct x86emul_kept *k)
{
  k->block = calloc (X86EMUL_KEPT_BLOCKS, sizeof (*k->block));
  return k->block != NULL;
}

void
x86emul_kept_destroy (struct x86emul_kept *k)
{
  free (k->block);
  k->block = NULL;
  k->first = k->count = 0;
  k->bytes = 0;
}

/* With the lock.  */
static void
give_back_oldest (struct x86emul_kept *k)
{
  uint64_t offset = k->block[k->first];
  k->first = (k->first + 1) % X86EMUL_KEPT_BLOCKS;
  k->count--;
  k->bytes -= x86emul_arena_large (k->arena, offset);
  if (k->reused != NULL)
    k->reused (k->data, offset);
  x86emul_arena_free (k->arena, offset);
}

uint64_t
x86emul_kept_alloc (struct x86emul_kept *k, uint64_t size, uint64_t *room)
{
  uint64_t offset = x86emul_arena_alloc_pages (k->arena, size);
  gomp_mutex_lock (&k->lock);
  while (offset == X86EMUL_NO_OFFSET && k->count > 0)
    {
      give_back_oldest (k);
      offset = x86emul_arena_alloc_pages (k->arena, size);
    }
  gomp_mutex_unlock (&k->lock);
  if (offset != X86EMUL_NO_OFFSET)
    *room = x86emul_arena_large (k->arena, offset);
  return offset;
}

static bool
is_kept (const struct x86emul_kept *k, uint64_t offset)
{
  for (unsigned i = 0; i < k->count; i++)
    if (k->block[(k->first + i) % X86EMUL_KEPT_BLOCKS] == offset)
      return true;
  return false;
}

/* Is there no room for SIZE bytes more?  */
static bool
is_full (const struct x86emul_kept *k, uint64_t size, uint64_t total)
{
  return k->count == X86EMUL_KEPT_BLOCKS
         || (k->count > 0
             && (k->bytes + size > X86EMUL_KEPT_BYTES
                 || k->bytes + size > total / 4));
}

bool
x86emul_kept_free (struct x86emul_kept *k, uint64_t offset, uint64_t total)
{
  uint64_t size = x86emul_arena_large (k->arena, offset);
  gomp_mutex_lock (&k->lock);
  bool ok = size != 0 && !is_kept (k, offset);
  if (ok)
    {
      if (k->freed != NULL)
        k->freed (k->data, offset, size);
      while (is_full (k, size, total))
        give_back_oldest (k);
      k->block[(k->first + k->count++) % X86EMUL_KEPT_BLOCKS] = offset;
      k->bytes += size;
    }
  gomp_mutex_unlock (&k->lock);
  return ok;
}
