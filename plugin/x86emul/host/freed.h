/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Freed device memory that is guarded: the device cannot access it.  */

#ifndef X86EMUL_HOST_FREED_H
#define X86EMUL_HOST_FREED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"
#include "sync/mutex.h"

/* So many ranges are guarded at most.  */
#define X86EMUL_FREED_RANGES 64

struct x86emul_device;

/* Changed under the lock; read without it for messages, which a thread that has
   the lock may have to give.  */
struct x86emul_freed_range
{
  _Atomic uint64_t start; /* offset in the arena */
  _Atomic uint64_t size;  /* bytes */
};

struct x86emul_freed
{
  struct gomp_mutex lock; /* guards the list */
  atomic_uint count;      /* ranges in it; 0 is seen without the lock */
  struct x86emul_freed_range range[X86EMUL_FREED_RANGES]; /* which the device
                                                             cannot access */
};

/* Range I of the list, which the caller keeps together by the lock, or only
   looks at for a message; and the same, written.  */
HIDDEN struct x86emul_range x86emul_freed_at (struct x86emul_device *d,
                                              unsigned i);
HIDDEN void x86emul_freed_set (struct x86emul_device *d, unsigned i,
                               struct x86emul_range range);
/* Has RANGE something of [OFFSET, OFFSET + SIZE)?  */
HIDDEN bool x86emul_freed_touches (struct x86emul_range range, uint64_t offset,
                                   uint64_t size);
/* True if OFFSET is guarded.  */
HIDDEN bool x86emul_freed_covers (struct x86emul_device *d, uint64_t offset);

#endif
