/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Allocation of device memory: offsets in a device's arena.  The memory
   itself is never touched here.  Thread safe.  */

#ifndef PLUGIN_X86EMUL_HOST_ARENA_H
#define PLUGIN_X86EMUL_HOST_ARENA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_arena;

#define X86EMUL_NO_OFFSET UINT64_MAX
#define X86EMUL_PAGE_SIZE 4096u
/* Blocks of up to this size share pages.  */
#define X86EMUL_SMALL_MAX 8192u
/* The least and the most memory of a device.  */
#define X86EMUL_ARENA_MIN (1ull << 20)
#define X86EMUL_ARENA_MAX (1ull << 43)

/* Make [FROM, TO) of the memory accessible; on failure the error is recorded.
   The arena's lock is held.  */
typedef enum gomp_status x86emul_arena_grow (void *backing, uint64_t from,
                                             uint64_t to);

/* An arena of SIZE bytes (a multiple of the page size).  Before bytes beyond
   those used so far are handed out, GROW (BACKING, ...) is called; NULL: nobody
   needs to know.  */
HIDDEN enum gomp_status x86emul_arena_create (uint64_t size,
                                              x86emul_arena_grow *grow,
                                              void *backing,
                                              struct x86emul_arena **arena);
HIDDEN void x86emul_arena_destroy (struct x86emul_arena *arena);
/* The device could map only SIZE bytes: hand out no more; BACKED bytes of it
   are already in use.  Before the first allocation.  */
HIDDEN enum gomp_status x86emul_arena_limit (struct x86emul_arena *arena,
                                             uint64_t size, uint64_t backed);
/* Offset of SIZE bytes, aligned to 64 bytes, from 8 KiB on to a page.
   X86EMUL_NO_OFFSET: exhausted, the error is recorded.  */
HIDDEN uint64_t x86emul_arena_alloc (struct x86emul_arena *arena,
                                     uint64_t size) HOT;
/* Record a hint how to get more device memory, after the error of
   x86emul_arena_alloc and its context.  LIMITED: the limit of file sizes is the
   reason.  */
HIDDEN void x86emul_arena_hint (bool limited) COLD;
/* As x86emul_arena_alloc, but of whole pages that no other block shares.  */
HIDDEN uint64_t x86emul_arena_alloc_pages (struct x86emul_arena *arena,
                                           uint64_t size);
/* Free the block at OFFSET; false: no block starts there, or no longer.  */
HIDDEN bool x86emul_arena_free (struct x86emul_arena *arena,
                                uint64_t offset) HOT;
/* The size of the caller's block at OFFSET, if it consists of whole pages; 0:
   it is a small block, or there is none.  */
HIDDEN uint64_t x86emul_arena_large (const struct x86emul_arena *arena,
                                     uint64_t offset) HOT;
/* Bytes of the caller's block at OFFSET, rounded up as it was; 0: there is
   none.  */
HIDDEN uint64_t x86emul_arena_block_size (const struct x86emul_arena *arena,
                                          uint64_t offset);
/* The pages that the caller's small block at OFFSET shares.  */
HIDDEN void x86emul_arena_slab (const struct x86emul_arena *arena,
                                uint64_t offset, uint64_t *start,
                                uint64_t *end);
/* Make memory up to TO accessible, of which the caller hands out what this
   arena does not.  */
HIDDEN enum gomp_status x86emul_arena_open (struct x86emul_arena *arena,
                                            uint64_t to);
/* How many bytes from 0 on can be accessed now; accesses beyond them fault.  */
HIDDEN uint64_t x86emul_arena_backed (const struct x86emul_arena *arena);
/* For tests: check that all tables agree.  */
HIDDEN bool x86emul_arena_is_valid (struct x86emul_arena *arena);

#endif
