/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory for the library's own objects; see mem.h.  */

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

static _Noreturn void
out_of_memory (size_t size)
{
  gomp_fatal ("Out of memory allocating %lu bytes", (unsigned long)size);
}

static void *
checked (void *ptr, size_t size)
{
  if (unlikely (ptr == NULL && size != 0))
    gomp_error_set (GOMP_ERR_NOMEM, "Out of memory allocating %lu bytes",
                    (unsigned long)size);
  return ptr;
}

void *
gomp_alloc (size_t size)
{
  return checked (malloc (size), size);
}

void *
gomp_alloc_zeroed (size_t size)
{
  return checked (calloc (1, size), size);
}

void *
gomp_alloc_aligned (size_t align, size_t size)
{
  size = (size + align - 1) & ~(align - 1);
  return checked (aligned_alloc (align, size), size);
}

void *
gomp_xalloc (size_t size)
{
  void *ptr = malloc (size);
  if (unlikely (ptr == NULL && size != 0))
    out_of_memory (size);
  return ptr;
}

void *
gomp_xalloc_zeroed (size_t size)
{
  void *ptr = calloc (1, size);
  if (unlikely (ptr == NULL && size != 0))
    out_of_memory (size);
  return ptr;
}

void *
gomp_xalloc_aligned (size_t align, size_t size)
{
  void *ptr = gomp_alloc_aligned (align, size);
  if (unlikely (ptr == NULL && size != 0))
    out_of_memory (size);
  return ptr;
}

void *
gomp_xrealloc (void *ptr, size_t size)
{
  void *grown = realloc (ptr, size);
  if (unlikely (grown == NULL && size != 0))
    out_of_memory (size);
  return grown;
}

void
gomp_free (void *ptr)
{
  free (ptr);
}
