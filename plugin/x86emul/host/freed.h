/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Making freed device memory inaccessible in the device, so that a region
   that still uses it is found out.  Only for large blocks: it takes a request
   to the device and back, small next to what such a block is good for.  */

#ifndef X86EMUL_HOST_FREED_H
#define X86EMUL_HOST_FREED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "sync/mutex.h"

/* From this size on.  */
#define X86EMUL_FREED_MIN (4ull << 20)

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

/* Guard [OFFSET, OFFSET + SIZE), which is about to be freed.  Does nothing
   where there are too many guards already.  */
HIDDEN void x86emul_freed_guard (struct x86emul_device *d, uint64_t offset,
                                 uint64_t size);
/* Take away the guards that touch that range, which was allocated.  */
HIDDEN enum gomp_status x86emul_freed_unguard (struct x86emul_device *d,
                                               uint64_t offset, uint64_t size);
/* True if OFFSET is guarded.  */
HIDDEN bool x86emul_freed_covers (struct x86emul_device *d, uint64_t offset);

#endif
