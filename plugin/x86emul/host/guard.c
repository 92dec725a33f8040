/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Making freed device memory inaccessible; see guard.h.

   freed.lock protects a device's list.  It is held during the request, so that
   the device's pages and the list agree.  Only large blocks, and blocks that
   overlap inaccessible ranges, need it.  If the device fails meanwhile, the
   same thread reports that; so messages read the list without the lock.  */

#include "host/guard.h"

#include "host/device.h"
#include "host/freed.h"
#include "host/transport.h"

static enum gomp_status
request_guard (struct x86emul_device *d, const struct x86emul_range *range,
               bool accessible)
{
  struct x86emul_guard guard = { .offset = range->start,
                                 .size = range->size,
                                 .accessible = accessible };
  struct x86emul_outgoing request
      = { .type = X86EMUL_GUARD, .part = { { &guard, sizeof (guard) } } };
  struct x86emul_incoming answer;
  enum gomp_status status
      = x86emul_transport_request (d, &request, X86EMUL_GUARDED, &answer);
  if (status == GOMP_OK)
    x86emul_message_free (&answer);
  return status;
}

void
x86emul_guard_set (struct x86emul_device *d, uint64_t offset, uint64_t size)
{
  uint64_t pages
      = (size + X86EMUL_PAGE_SIZE - 1) & ~(uint64_t)(X86EMUL_PAGE_SIZE - 1);
  struct x86emul_range range = { .start = offset, .size = pages };
  gomp_mutex_lock (&d->freed.lock);
  unsigned n = atomic_load_explicit (&d->freed.count, memory_order_relaxed);
  if (n < X86EMUL_FREED_RANGES && request_guard (d, &range, false) == GOMP_OK)
    {
      x86emul_freed_set (d, n, range);
      /* Release: pairs with the acquire in allocate.  The block is freed after
         this, under the arena's lock, so the thread that gets the block next
         sees the count.  */
      atomic_store_explicit (&d->freed.count, n + 1, memory_order_release);
    }
  gomp_mutex_unlock (&d->freed.lock);
}

/* Make the part of guard I that lies within [START, END) accessible.  The parts
   of the guard before and after it stay, if the list has room for both.  */
static enum gomp_status
cut_guard (struct x86emul_device *d, unsigned i, uint64_t start, uint64_t end,
           unsigned *count)
{
  struct x86emul_range guard = x86emul_freed_at (d, i);
  uint64_t guard_end = guard.start + guard.size;
  struct x86emul_range before = { .start = guard.start };
  struct x86emul_range after = { .start = guard_end };
  if (start > guard.start)
    before.size = start - guard.start;
  if (end < guard_end && (before.size == 0 || *count < X86EMUL_FREED_RANGES))
    after = (struct x86emul_range){ .start = end, .size = guard_end - end };
  struct x86emul_range gone = { .start = guard.start + before.size };
  gone.size = after.start - gone.start;
  enum gomp_status status = request_guard (d, &gone, true);
  if (status != GOMP_OK)
    return status;
  x86emul_freed_set (d, i, before.size != 0 ? before : after);
  if (before.size != 0 && after.size != 0)
    x86emul_freed_set (d, (*count)++, after);
  else if (before.size == 0 && after.size == 0)
    x86emul_freed_set (d, i, x86emul_freed_at (d, --*count));
  return GOMP_OK;
}

enum gomp_status
x86emul_guard_clear (struct x86emul_device *d, uint64_t offset, uint64_t size)
{
  enum gomp_status status = GOMP_OK;
  uint64_t page = X86EMUL_PAGE_SIZE;
  uint64_t start = offset & ~(page - 1);
  uint64_t end = (offset + size + page - 1) & ~(page - 1);
  /* For a small block clear its whole slab: its neighbours will be allocated
     next.  */
  if (size <= X86EMUL_SMALL_MAX)
    x86emul_arena_slab (d->memory.arena, offset, &start, &end);
  gomp_mutex_lock (&d->freed.lock);
  unsigned n = atomic_load_explicit (&d->freed.count, memory_order_relaxed);
  for (unsigned i = 0; i < n && status == GOMP_OK;)
    if (x86emul_freed_touches (x86emul_freed_at (d, i), start, end - start))
      status = cut_guard (d, i, start, end, &n);
    else
      i++;
  atomic_store_explicit (&d->freed.count, n, memory_order_release);
  gomp_mutex_unlock (&d->freed.lock);
  return status;
}
