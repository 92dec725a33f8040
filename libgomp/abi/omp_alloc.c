/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory management routines (OpenMP 5.1 section 3.13) and the entry points for
   the allocate directive and clause.  */

#include "alloc/alloc.h"

#include "abi/api.h"
#include "base/diag.h"
#include "base/sizes.h"
#include "icv/icv.h"
#include "team/self.h"

static uintptr_t
default_allocator (void)
{
  uintptr_t own = gomp_self ()->default_allocator;
  return own != 0 ? own : gomp_icv_globals ()->allocator;
}

static uintptr_t
resolve (uintptr_t allocator)
{
  return allocator != 0 ? allocator : default_allocator ();
}

/* A block, or NULL if the allocator's fallback says so.  */
static void *
allocate (uintptr_t allocator, size_t align, size_t size, bool zeroed)
{
  void *block;
  if (size == 0)
    return NULL;
  if (gomp_block_alloc (resolve (allocator), align, size, zeroed, &block)
      != GOMP_OK)
    gomp_fatal_recorded ();
  return block;
}

static void *
allocate_array (uintptr_t allocator, size_t align, size_t count, size_t size)
{
  return allocate (allocator, align, gomp_size_product (count, size), true);
}

omp_allocator_handle_t
omp_init_allocator (omp_memspace_handle_t space, int count,
                    const omp_alloctrait_t traits[])
{
  _Static_assert(sizeof (omp_alloctrait_t) == sizeof (struct gomp_alloc_trait)
                     && offsetof (omp_alloctrait_t, value)
                            == offsetof (struct gomp_alloc_trait, value),
                 "traits have the layout of omp.h");
  return (omp_allocator_handle_t)gomp_allocator_create (
      (uintptr_t)space, count, (const struct gomp_alloc_trait *)traits);
}

void
omp_destroy_allocator (omp_allocator_handle_t allocator)
{
  gomp_allocator_destroy ((uintptr_t)allocator);
}

void
omp_set_default_allocator (omp_allocator_handle_t allocator)
{
  gomp_self ()->default_allocator = allocator != omp_null_allocator
                                        ? (uintptr_t)allocator
                                        : GOMP_DEFAULT_ALLOCATOR;
}

omp_allocator_handle_t
omp_get_default_allocator (void)
{
  return (omp_allocator_handle_t)default_allocator ();
}

void *
omp_alloc (size_t size, omp_allocator_handle_t allocator)
{
  return allocate ((uintptr_t)allocator, 1, size, false);
}

void *
omp_aligned_alloc (size_t align, size_t size, omp_allocator_handle_t allocator)
{
  return allocate ((uintptr_t)allocator, align, size, false);
}

void *
omp_calloc (size_t count, size_t size, omp_allocator_handle_t allocator)
{
  return allocate_array ((uintptr_t)allocator, 1, count, size);
}

void *
omp_aligned_calloc (size_t align, size_t count, size_t size,
                    omp_allocator_handle_t allocator)
{
  return allocate_array ((uintptr_t)allocator, align, count, size);
}

void
omp_free (void *ptr, omp_allocator_handle_t allocator)
{
  (void)allocator;
  gomp_block_free (ptr);
}

void *
omp_realloc (void *ptr, size_t size, omp_allocator_handle_t allocator,
             omp_allocator_handle_t free_allocator)
{
  void *block;
  if (allocator == omp_null_allocator)
    allocator = free_allocator;
  if (ptr == NULL)
    return allocate ((uintptr_t)allocator, 1, size, false);
  if (size == 0)
    {
      gomp_block_free (ptr);
      return NULL;
    }
  if (gomp_block_realloc (ptr, (uintptr_t)allocator, size, &block) != GOMP_OK)
    gomp_fatal_recorded ();
  return block;
}

void *
GOMP_alloc (size_t align, size_t size, uintptr_t allocator)
{
  void *block = allocate (allocator, align, size, false);
  if (block == NULL && size != 0)
    gomp_fatal ("Out of memory allocating %lu bytes", (unsigned long)size);
  return block;
}

void
GOMP_free (void *ptr, uintptr_t allocator)
{
  (void)allocator;
  gomp_block_free (ptr);
}

void
GOMP_add_alloc (void *ptr)
{
  if (gomp_alloc_remember (ptr) != GOMP_OK)
    gomp_fatal_recorded ();
}

bool
GOMP_is_alloc (void *ptr)
{
  return gomp_alloc_forget (ptr);
}
