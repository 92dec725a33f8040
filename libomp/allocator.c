/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory: what the compiler calls for the allocate directive and clause,
   Intel's allocators, and the handles, which some programs read as variables.
 */

#include <stdlib.h>
#include <string.h>

#include "libomp.h"

typedef uintptr_t handle;

EXPORT void *omp_alloc (size_t size, handle allocator);
EXPORT void *omp_aligned_alloc (size_t align, size_t size, handle allocator);
EXPORT void *omp_calloc (size_t count, size_t size, handle allocator);
EXPORT void *omp_realloc (void *ptr, size_t size, handle allocator, handle old);
EXPORT void omp_free (void *ptr, handle allocator);
EXPORT handle omp_init_allocator (handle space, int count, void *traits);
EXPORT void omp_destroy_allocator (handle allocator);
EXPORT void omp_set_default_allocator (handle allocator);
EXPORT handle omp_get_default_allocator (void);

EXPORT void *__kmpc_alloc (int32_t thread, size_t size, handle allocator);
EXPORT void *__kmpc_aligned_alloc (int32_t thread, size_t align, size_t size,
                                   handle allocator);
EXPORT void *__kmpc_calloc (int32_t thread, size_t count, size_t size,
                            handle allocator);
EXPORT void *__kmpc_realloc (int32_t thread, void *ptr, size_t size,
                             handle allocator, handle old);
EXPORT void __kmpc_free (int32_t thread, void *ptr, handle allocator);
EXPORT handle __kmpc_init_allocator (int32_t thread, handle space, int count,
                                     void *traits);
EXPORT void __kmpc_destroy_allocator (int32_t thread, handle allocator);
EXPORT void __kmpc_set_default_allocator (int32_t thread, handle allocator);
EXPORT handle __kmpc_get_default_allocator (int32_t thread);

void *
__kmpc_alloc (int32_t thread, size_t size, handle allocator)
{
  (void)thread;
  return omp_alloc (size, allocator);
}

void *
__kmpc_aligned_alloc (int32_t thread, size_t align, size_t size,
                      handle allocator)
{
  (void)thread;
  return omp_aligned_alloc (align, size, allocator);
}

void *
__kmpc_calloc (int32_t thread, size_t count, size_t size, handle allocator)
{
  (void)thread;
  return omp_calloc (count, size, allocator);
}

void *
__kmpc_realloc (int32_t thread, void *ptr, size_t size, handle allocator,
                handle old)
{
  (void)thread;
  return omp_realloc (ptr, size, allocator, old);
}

void
__kmpc_free (int32_t thread, void *ptr, handle allocator)
{
  (void)thread;
  omp_free (ptr, allocator);
}

handle
__kmpc_init_allocator (int32_t thread, handle space, int count, void *traits)
{
  (void)thread;
  return omp_init_allocator (space, count, traits);
}

void
__kmpc_destroy_allocator (int32_t thread, handle allocator)
{
  (void)thread;
  omp_destroy_allocator (allocator);
}

void
__kmpc_set_default_allocator (int32_t thread, handle allocator)
{
  (void)thread;
  omp_set_default_allocator (allocator);
}

handle
__kmpc_get_default_allocator (int32_t thread)
{
  (void)thread;
  return omp_get_default_allocator ();
}

#define HANDLE(name, value)                                                    \
  EXPORT extern const handle name;                                             \
  const handle name = value;
HANDLE (omp_null_allocator, 0)
HANDLE (omp_default_mem_alloc, 1)
HANDLE (omp_large_cap_mem_alloc, 2)
HANDLE (omp_const_mem_alloc, 3)
HANDLE (omp_high_bw_mem_alloc, 4)
HANDLE (omp_low_lat_mem_alloc, 5)
HANDLE (omp_cgroup_mem_alloc, 6)
HANDLE (omp_pteam_mem_alloc, 7)
HANDLE (omp_thread_mem_alloc, 8)
HANDLE (omp_default_mem_space, 0)
HANDLE (omp_large_cap_mem_space, 1)
HANDLE (omp_const_mem_space, 2)
HANDLE (omp_high_bw_mem_space, 3)
HANDLE (omp_low_lat_mem_space, 4)
/* From LLVM 23 on.  */
HANDLE (omp_cgroup_mem_space, 5)
HANDLE (omp_null_mem_space, 0)

/* NULL if ALIGN is not a power of two.  */
static void *
align_block (size_t size, size_t align)
{
  if (align == 0 || (align & (align - 1)) != 0 || size > SIZE_MAX - align)
    return NULL;
  return aligned_alloc (align, (size + align - 1) & ~(align - 1));
}

/* Fortran's interface passes addresses, but by the names kmpc_* values.  */
#define INTELS(name, params, call, references, of_references)                  \
  EXPORT void *kmp_##name params;                                              \
  EXPORT void *kmp_##name##_ references;                                       \
  EXPORT void *kmpc_##name params;                                             \
  void *kmp_##name params { return call; }                                     \
  void *kmpc_##name params { return call; }                                    \
  void *kmp_##name##_ references { return kmp_##name of_references; }
INTELS (malloc, (size_t size), malloc (size), (const size_t *size), (*size))
INTELS (calloc, (size_t count, size_t size), calloc (count, size),
        (const size_t *count, const size_t *size), (*count, *size))
INTELS (realloc, (void *ptr, size_t size), realloc (ptr, size),
        (void **ptr, const size_t *size), (*ptr, *size))
INTELS (aligned_malloc, (size_t size, size_t align), align_block (size, align),
        (const size_t *size, const size_t *align), (*size, *align))

EXPORT void kmp_free (void *ptr);
EXPORT void kmp_free_ (void **ptr);
EXPORT void kmpc_free (void *ptr);

void
kmp_free (void *ptr)
{
  free (ptr);
}

void
kmp_free_ (void **ptr)
{
  free (*ptr);
}

void
kmpc_free (void *ptr)
{
  free (ptr);
}
