/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Freed device memory that is not used again for a while: so the mapping
   checker finds accesses to it.  */

#ifndef PLUGIN_X86EMUL_HOST_KEPT_H
#define PLUGIN_X86EMUL_HOST_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "host/arena.h"
#include "sync/mutex.h"

/* It is used again only after this much more, or a quarter of the total, was
   freed.  */
#define X86EMUL_KEPT_BYTES (256ull << 20)
#define X86EMUL_KEPT_BLOCKS 4096u

struct x86emul_kept
{
  struct x86emul_arena *arena; /* whose blocks they are */
  /* The block of SIZE bytes at OFFSET is freed, or its memory may be used
     again; NULL: nobody needs to know.  With the lock.  */
  void (*freed) (void *data, uint64_t offset, uint64_t size);
  void (*reused) (void *data, uint64_t offset);
  void *data;             /* their argument */
  struct gomp_mutex lock; /* guards the rest */
  uint64_t *block;        /* offsets of freed blocks: a ring; malloced */
  unsigned first;         /* the one that was freed first */
  unsigned count;         /* blocks in the ring */
  uint64_t bytes;         /* total size of these blocks */
};

/* Make the ring; false: memory is exhausted.  */
HIDDEN bool x86emul_kept_create (struct x86emul_kept *k);
HIDDEN void x86emul_kept_destroy (struct x86emul_kept *k);
/* Allocate SIZE bytes, of whole pages; *ROOM: how many these are.  Returns the
   offset, or X86EMUL_NO_OFFSET.  */
HIDDEN uint64_t x86emul_kept_alloc (struct x86emul_kept *k, uint64_t size,
                                    uint64_t *room);
/* Free the block at OFFSET of TOTAL bytes of device memory; false: there is
   none, or it was freed before.  */
HIDDEN bool x86emul_kept_free (struct x86emul_kept *k, uint64_t offset,
                               uint64_t total);

#endif
