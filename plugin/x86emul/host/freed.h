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

/* Get or set range I of the list.  The caller holds the lock, or only reads for
   a message.  */
HIDDEN struct x86emul_range x86emul_freed_at (struct x86emul_device *d,
                                              unsigned i);
HIDDEN void x86emul_freed_set (struct x86emul_device *d, unsigned i,
                               struct x86emul_range range);
/* Does RANGE overlap [OFFSET, OFFSET + SIZE)?  */
HIDDEN bool x86emul_freed_touches (struct x86emul_range range, uint64_t offset,
                                   uint64_t size);
/* Is the byte at OFFSET guarded?  */
HIDDEN bool x86emul_freed_covers (struct x86emul_device *d, uint64_t offset);

#endif
