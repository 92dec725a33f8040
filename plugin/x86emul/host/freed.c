/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The list of inaccessible freed ranges; see freed.h.  Owns no data; any
   thread.  */

#include "host/freed.h"

#include "host/device.h"

/* Relaxed, both: a thread that needs a consistent pair holds the lock.  */
struct x86emul_range
x86emul_freed_at (struct x86emul_device *d, unsigned i)
{
  struct x86emul_freed_range *g = &d->freed.range[i];
  return (struct x86emul_range){
    .start = atomic_load_explicit (&g->start, memory_order_relaxed),
    .size = atomic_load_explicit (&g->size, memory_order_relaxed)
  };
}

void
x86emul_freed_set (struct x86emul_device *d, unsigned i,
                   struct x86emul_range range)
{
  struct x86emul_freed_range *g = &d->freed.range[i];
  atomic_store_explicit (&g->start, range.start, memory_order_relaxed);
  atomic_store_explicit (&g->size, range.size, memory_order_relaxed);
}

bool
x86emul_freed_touches (struct x86emul_range range, uint64_t offset,
                       uint64_t size)
{
  return offset < range.start + range.size && range.start < offset + size;
}

bool
x86emul_freed_covers (struct x86emul_device *d, uint64_t offset)
{
  bool covers = false;
  unsigned n = atomic_load_explicit (&d->freed.count, memory_order_acquire);
  for (unsigned i = 0; i < n && !covers; i++)
    covers = x86emul_freed_touches (x86emul_freed_at (d, i), offset, 1);
  return covers;
}
