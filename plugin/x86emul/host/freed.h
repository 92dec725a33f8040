/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Freed device memory that the device cannot access.  */

#ifndef PLUGIN_X86EMUL_HOST_FREED_H
#define PLUGIN_X86EMUL_HOST_FREED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"
#include "sync/mutex.h"

/* Blocks of this size or larger are made inaccessible.  */
#define X86EMUL_GUARD_MIN (4ull << 20)
/* The most ranges that are guarded.  */
#define X86EMUL_FREED_RANGES 64

struct x86emul_device;

/* Changed under the lock.  Messages read it without the lock, since the thread
   that prints one may hold it.  */
struct x86emul_freed_range
{
  _Atomic uint64_t start; /* offset in the arena */
  _Atomic uint64_t size;  /* bytes */
};

struct x86emul_freed
{
  struct gomp_mutex lock; /* guards the list */
  atomic_uint count;      /* ranges in the list; may be compared with 0 without
                             the lock */
  struct x86emul_freed_range range[X86EMUL_FREED_RANGES]; /* the list */
};

/* What is left of a range of which a part is used again.  */
struct x86emul_freed_cut
{
  struct x86emul_range before; /* that part; or of size 0 */
  struct x86emul_range gone;   /* the part; and what has no place in the list */
  struct x86emul_range after;  /* or of size 0 */
};

/* Range I of the list.  The caller holds the lock, or only reads for a
   message.  */
HIDDEN struct x86emul_range x86emul_freed_at (struct x86emul_freed *f,
                                              unsigned i);
/* Add RANGE to the list, which has room.  With the lock.  */
HIDDEN void x86emul_freed_add (struct x86emul_freed *f,
                               struct x86emul_range range);
/* How [START, END) cuts the first range from I on that it overlaps; false:
   there is none.  *I becomes its number.  With the lock.  */
HIDDEN bool x86emul_freed_cut (struct x86emul_freed *f, unsigned *i,
                               uint64_t start, uint64_t end,
                               struct x86emul_freed_cut *cut);
/* Replace range I by what CUT leaves of it.  With the lock.  */
HIDDEN void x86emul_freed_replace (struct x86emul_freed *f, unsigned i,
                                   const struct x86emul_freed_cut *cut);
/* The pages that are used again with the block of SIZE bytes at OFFSET of
   ARENA, which was allocated.  */
struct x86emul_arena;
HIDDEN void x86emul_freed_pages (const struct x86emul_arena *arena,
                                 uint64_t offset, uint64_t size,
                                 uint64_t *start, uint64_t *end);
/* Does RANGE overlap [OFFSET, OFFSET + SIZE)?  */
HIDDEN bool x86emul_freed_touches (struct x86emul_range range, uint64_t offset,
                                   uint64_t size);
/* Is the byte at OFFSET guarded?  */
HIDDEN bool x86emul_freed_covers (struct x86emul_device *d, uint64_t offset);

#endif
