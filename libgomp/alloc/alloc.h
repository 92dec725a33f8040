/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory allocators of OpenMP programs (OpenMP 5.1 sections 2.13 and 3.13).

   A handle is a number from traits.def or the address of an allocator that
   gomp_allocator_create made.  The caller replaces handle 0: only it knows the
   thread's default.  Every block records its allocator, so freeing needs no
   handle.  Any thread may call; no lock: pools count atomically.  */

#ifndef GOMP_ALLOC_ALLOC_H
#define GOMP_ALLOC_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "base/fork.h"

#define GOMP_DEFAULT_ALLOCATOR 1

/* omp_alloctrait_key_t; those of OpenMP 6.0 as clang 22 numbers them.  */
enum gomp_trait_key
{
  GOMP_TRAIT_SYNC_HINT = 1,
  GOMP_TRAIT_ALIGNMENT = 2,
  GOMP_TRAIT_ACCESS = 3,
  GOMP_TRAIT_POOL_SIZE = 4,
  GOMP_TRAIT_FALLBACK = 5,
  GOMP_TRAIT_FB_DATA = 6,
  GOMP_TRAIT_PINNED = 7,
  GOMP_TRAIT_PARTITION = 8,
  GOMP_TRAIT_PIN_DEVICE = 9,
  GOMP_TRAIT_PREFERRED_DEVICE = 10,
  GOMP_TRAIT_DEVICE_ACCESS = 11,
  GOMP_TRAIT_TARGET_ACCESS = 12,
  GOMP_TRAIT_ATOMIC_SCOPE = 13,
  GOMP_TRAIT_PART_SIZE = 14
};
#define GOMP_ALLOC_TRAITS_MAX 8

/* omp_alloctrait_t.  */
struct gomp_alloc_trait
{
  int key;         /* enum gomp_trait_key */
  uintptr_t value; /* a number, or a value from traits.def */
};

/* Make an allocator of memory space SPACE; 0: no allocator can have these
   traits.  */
HIDDEN uintptr_t gomp_allocator_create (uintptr_t space, int trait_count,
                                        const struct gomp_alloc_trait *traits);
/* Free it; its blocks must have been freed.  Predefined allocators are
   ignored.  */
HIDDEN void gomp_allocator_destroy (uintptr_t allocator);

/* Allocate SIZE > 0 bytes aligned to ALIGN (a power of two), zeroed if
   requested. *BLOCK is NULL if the allocator's fallback says so.  An error
   (recorded) means that memory is exhausted and the fallback asks for the
   program's end.  */
HIDDEN enum gomp_status gomp_block_alloc (uintptr_t allocator, size_t align,
                                          size_t size, bool zeroed,
                                          void **block);
/* Give the block OLD another size and perhaps another ALLOCATOR (0: keep its
   own).  On failure OLD does not change.  */
HIDDEN enum gomp_status gomp_block_realloc (void *old, uintptr_t allocator,
                                            size_t size, void **block);
/* Free a block; NULL is ignored.  */
HIDDEN void gomp_block_free (void *block);

/* Remember an address; forget it again, true if it was remembered.  */
HIDDEN enum gomp_status gomp_alloc_remember (void *ptr);
HIDDEN bool gomp_alloc_forget (void *ptr);

/* See base/fork.h.  */
HIDDEN void gomp_alloc_fork (enum gomp_fork when);

#endif
