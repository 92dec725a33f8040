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
  /* Relaxed: the lock is held.  */
  unsigned n = atomic_load_explicit (&d->freed.count, memory_order_relaxed);
  if (n < X86EMUL_FREED_RANGES && request_guard (d, &range, false) == GOMP_OK)
    x86emul_freed_add (&d->freed, range);
  gomp_mutex_unlock (&d->freed.lock);
}

enum gomp_status
x86emul_guard_clear_pages (struct x86emul_device *d, uint64_t start,
                           uint64_t end)
{
  enum gomp_status status = GOMP_OK;
  struct x86emul_freed_cut cut;
  unsigned i = 0;
  gomp_mutex_lock (&d->freed.lock);
  while (status == GOMP_OK
         && x86emul_freed_cut (&d->freed, &i, start, end, &cut))
    {
      status = request_guard (d, &cut.gone, true);
      if (status == GOMP_OK)
        x86emul_freed_replace (&d->freed, i, &cut);
    }
  gomp_mutex_unlock (&d->freed.lock);
  return status;
}

enum gomp_status
x86emul_guard_clear (struct x86emul_device *d, uint64_t offset, uint64_t size)
{
  uint64_t start, end;
  x86emul_freed_pages (d->memory.arena, offset, size, &start, &end);
  return x86emul_guard_clear_pages (d, start, end);
}
