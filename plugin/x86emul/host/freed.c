/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The list of inaccessible freed ranges; see freed.h.  Owns no data; any
   thread.  */

#include "host/freed.h"

#include "host/arena.h"
#include "host/device.h"

/* Relaxed, both: a thread that needs a consistent pair holds the lock.  */
struct x86emul_range
x86emul_freed_at (struct x86emul_freed *f, unsigned i)
{
  struct x86emul_freed_range *g = &f->range[i];
  return (struct x86emul_range){
    .start = atomic_load_explicit (&g->start, memory_order_relaxed),
    .size = atomic_load_explicit (&g->size, memory_order_relaxed)
  };
}

static void
set (struct x86emul_freed *f, unsigned i, struct x86emul_range range)
{
  struct x86emul_freed_range *g = &f->range[i];
  atomic_store_explicit (&g->start, range.start, memory_order_relaxed);
  atomic_store_explicit (&g->size, range.size, memory_order_relaxed);
}

static unsigned
count_of (struct x86emul_freed *f)
{
  return atomic_load_explicit (&f->count, memory_order_relaxed);
}

/* Release: pairs with the acquire of a thread that has allocated a block.  It
   was freed after this, under the arena's lock, so the thread that gets the
   block next sees the count.  */
static void
set_count (struct x86emul_freed *f, unsigned count)
{
  atomic_store_explicit (&f->count, count, memory_order_release);
}

void
x86emul_freed_add (struct x86emul_freed *f, struct x86emul_range range)
{
  unsigned n = count_of (f);
  set (f, n, range);
  set_count (f, n + 1);
}

bool
x86emul_freed_touches (struct x86emul_range range, uint64_t offset,
                       uint64_t size)
{
  return offset < range.start + range.size && range.start < offset + size;
}

/* The parts before and after stay, if the list has room for both.  */
bool
x86emul_freed_cut (struct x86emul_freed *f, unsigned *i, uint64_t start,
                   uint64_t end, struct x86emul_freed_cut *cut)
{
  unsigned n = count_of (f);
  while (*i < n
         && !x86emul_freed_touches (x86emul_freed_at (f, *i), start,
                                    end - start))
    ++*i;
  if (*i == n)
    return false;
  struct x86emul_range whole = x86emul_freed_at (f, *i);
  uint64_t whole_end = whole.start + whole.size;
  *cut = (struct x86emul_freed_cut){ .before = { .start = whole.start },
                                     .after = { .start = whole_end } };
  if (start > whole.start)
    cut->before.size = start - whole.start;
  if (end < whole_end && (cut->before.size == 0 || n < X86EMUL_FREED_RANGES))
    cut->after
        = (struct x86emul_range){ .start = end, .size = whole_end - end };
  cut->gone.start = whole.start + cut->before.size;
  cut->gone.size = cut->after.start - cut->gone.start;
  return true;
}

void
x86emul_freed_replace (struct x86emul_freed *f, unsigned i,
                       const struct x86emul_freed_cut *cut)
{
  unsigned n = count_of (f);
  set (f, i, cut->before.size != 0 ? cut->before : cut->after);
  if (cut->before.size != 0 && cut->after.size != 0)
    set (f, n++, cut->after);
  else if (cut->before.size == 0 && cut->after.size == 0)
    set (f, i, x86emul_freed_at (f, --n));
  set_count (f, n);
}

void
x86emul_freed_pages (const struct x86emul_arena *arena, uint64_t offset,
                     uint64_t size, uint64_t *start, uint64_t *end)
{
  uint64_t page = X86EMUL_PAGE_SIZE;
  *start = offset & ~(page - 1);
  *end = (offset + size + page - 1) & ~(page - 1);
  /* For a small block clear its whole slab: its neighbours will be allocated
     next.  */
  if (size <= X86EMUL_SMALL_MAX)
    x86emul_arena_slab (arena, offset, start, end);
}

bool
x86emul_freed_covers (struct x86emul_device *d, uint64_t offset)
{
  bool covers = false;
  unsigned n = atomic_load_explicit (&d->freed.count, memory_order_acquire);
  for (unsigned i = 0; i < n && !covers; i++)
    covers = x86emul_freed_touches (x86emul_freed_at (&d->freed, i), offset, 1);
  return covers;
}
