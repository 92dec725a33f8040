/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory for the library's own objects; see mem.h.  */

#include "base/mem.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/sizes.h"

void (*_Atomic gomp_memory_reserve) (void);

/* More attempts than there are threads that might take the memory which another
   one gave back. libc also briefly maps twice the size of an arena when a
   thread starts.  */
#define ATTEMPTS 1000

/* An x form may end the program, with all its exit handlers.  */
static inline void
expect_no_locks (void)
{
  gomp_invariant (gomp_invariant_locks () == 0,
                  "memory that the program cannot do without is asked for with "
                  "%d mutexes held",
                  gomp_invariant_locks ());
}

/* Like realloc if OLD is not NULL.  */
static COLD void *
try_again (void *old, size_t align, size_t size)
{
  void (*reserve) (void) = gomp_memory_reserve;
  if (reserve != NULL)
    reserve ();
  for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++)
    {
      void *ptr
          = old == NULL ? aligned_alloc (align, size) : realloc (old, size);
      if (ptr != NULL)
        return ptr;
    }
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
  size = gomp_size_round_up (size, align);
  return checked (aligned_alloc (align, size), size);
}

void *
gomp_realloc (void *ptr, size_t size)
{
  return checked (realloc (ptr, size), size);
}

void *
gomp_xalloc (size_t size)
{
  expect_no_locks ();
  void *ptr = malloc (size);
  if (unlikely (ptr == NULL && size != 0))
    ptr = try_again (NULL, _Alignof(max_align_t), size);
  return ptr;
}

void *
gomp_xalloc_zeroed (size_t size)
{
  expect_no_locks ();
  void *ptr = calloc (1, size);
  if (unlikely (ptr == NULL && size != 0))
    ptr = memset (try_again (NULL, _Alignof(max_align_t), size), 0, size);
  return ptr;
}

void *
gomp_xalloc_aligned (size_t align, size_t size)
{
  expect_no_locks ();
  size = gomp_size_round_up (size, align);
  void *ptr = aligned_alloc (align, size);
  if (unlikely (ptr == NULL && size != 0))
    ptr = try_again (NULL, align, size);
  return ptr;
}

void *
gomp_xrealloc (void *ptr, size_t size)
{
  expect_no_locks ();
  void *grown = realloc (ptr, size);
  if (unlikely (grown == NULL && size != 0))
    grown = try_again (ptr, _Alignof(max_align_t), size);
  return grown;
}

void
gomp_free (void *ptr)
{
  free (ptr);
}
