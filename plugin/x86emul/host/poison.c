/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Marks device memory for AddressSanitizer; see poison.h.

   AddressSanitizer has a shadow byte for each eight bytes: 0, all may be
   accessed; 1 to 7, so many of the first ones; 128 and above, none, and why
   (K. Serebryany et al., "AddressSanitizer: a fast address sanity checker",
   USENIX ATC 2012).  The shadow of the arena is memory that the device shares
   with the host (target/poison.c).  So the host, which allocates, sets it
   without a message.

   A device's poison.lock orders allocations with their marks: nobody gets a
   block before its last owner's mark is made.  Marks within a block belong to
   who owns the block and need no lock.  */

#include "host/poison.h"

#include <string.h>

#include "host/arena.h"
#include "host/check.h"
#include "host/device.h"
#include "host/sanitizers.h"
#include "os/channel.h"
#include "os/memory.h"

#define GRANULE 8u

/* Values that AddressSanitizer has words for.  */
static const unsigned char values[]
    = { [GOMP_MEMORY_OPEN] = 0,
        [GOMP_MEMORY_OUTSIDE] = 0xfa, /* heap-buffer-overflow */
        [GOMP_MEMORY_FREED] = 0xfd }; /* heap-use-after-free */

void
x86emul_poison_create (struct x86emul_device *d)
{
  void *p;
  uint64_t size = d->memory.size / GRANULE;
  d->poison.fd = -1;
  if (!x86emul_sanitizers_check_addresses ()
      || os_shared_create ("x86emul-poison", size, &d->poison.fd) != 0)
    return;
  if (os_shared_map (d->poison.fd, 0, size, OS_PROT_READ | OS_PROT_WRITE, NULL,
                     &p)
      != 0)
    {
      os_close (&d->poison.fd);
      return;
    }
  d->poison.shadow = p;
  d->poison.size = size;
  d->poison.closed = 0;
}

void
x86emul_poison_destroy (struct x86emul_device *d)
{
  if (d->poison.shadow != NULL)
    os_unmap (d->poison.shadow, d->poison.size);
  d->poison.shadow = NULL;
}

void
x86emul_poison_mark (struct x86emul_device *d, uint64_t offset, uint64_t size,
                     enum gomp_memory_use use)
{
  unsigned char *shadow = d->poison.shadow;
  uint64_t end = offset + size;
  if (shadow == NULL || size == 0 || end < offset
      || end > d->poison.size * GRANULE)
    return;
  uint64_t first = offset / GRANULE, last = end / GRANULE;
  if (use == GOMP_MEMORY_OPEN)
    {
      memset (shadow + first, 0, last - first);
      if (end % GRANULE != 0)
        shadow[last] = (unsigned char)(end % GRANULE);
      return;
    }
  /* What follows is closed already.  */
  if (end % GRANULE != 0 && shadow[last] == end % GRANULE)
    last++;
  if (offset % GRANULE != 0 && first < last)
    shadow[first++] = (unsigned char)(offset % GRANULE);
  if (first < last)
    memset (shadow + first, values[use], last - first);
}

/* Close what the arena has in use since it last grew.  With poison.lock.  */
static void
close_new (struct x86emul_device *d)
{
  if (d->poison.shadow == NULL)
    return;
  uint64_t backed = x86emul_arena_backed (d->memory.arena);
  if (backed <= d->poison.closed)
    return;
  x86emul_poison_mark (d, d->poison.closed, backed - d->poison.closed,
                       GOMP_MEMORY_OUTSIDE);
  d->poison.closed = backed;
}

uint64_t
x86emul_poison_alloc (struct x86emul_device *d, uint64_t size)
{
  gomp_mutex_lock (&d->poison.lock);
  uint64_t offset = d->checker.shadow != NULL
                        ? x86emul_check_alloc (d, size)
                        : x86emul_arena_alloc (d->memory.arena, size);
  close_new (d);
  if (offset != X86EMUL_NO_OFFSET)
    x86emul_poison_mark (d, offset, size, GOMP_MEMORY_OPEN);
  gomp_mutex_unlock (&d->poison.lock);
  return offset;
}

void
x86emul_poison_open (struct x86emul_device *d, uint64_t offset, uint64_t size)
{
  gomp_mutex_lock (&d->poison.lock);
  close_new (d);
  x86emul_poison_mark (d, offset, size, GOMP_MEMORY_OPEN);
  gomp_mutex_unlock (&d->poison.lock);
}

bool
x86emul_poison_free (struct x86emul_device *d, uint64_t offset)
{
  gomp_mutex_lock (&d->poison.lock);
  uint64_t size = x86emul_arena_block_size (d->memory.arena, offset);
  bool freed = d->checker.shadow != NULL
                   ? x86emul_check_free (d, offset)
                   : x86emul_arena_free (d->memory.arena, offset);
  if (freed)
    x86emul_poison_mark (d, offset, size, GOMP_MEMORY_FREED);
  gomp_mutex_unlock (&d->poison.lock);
  return freed;
}
