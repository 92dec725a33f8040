/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory for the library's own objects.  Owns no data; any thread may call.

   The plain forms return NULL and record the error; the x forms end the program
   ("Out of memory allocating N bytes") and are for callers that cannot report
   an error through the ABI and hold no lock.  */

#ifndef GOMP_BASE_MEM_H
#define GOMP_BASE_MEM_H

#include <stddef.h>

#include "base/compiler.h"

HIDDEN void *gomp_alloc (size_t size);
HIDDEN void *gomp_alloc_zeroed (size_t size);
/* ALIGN is a power of two; free with gomp_free.  */
HIDDEN void *gomp_alloc_aligned (size_t align, size_t size);
/* PTR stays as it is if this fails.  */
HIDDEN void *gomp_realloc (void *ptr, size_t size);
HIDDEN void *gomp_xalloc (size_t size);
HIDDEN void *gomp_xalloc_zeroed (size_t size);
HIDDEN void *gomp_xalloc_aligned (size_t align, size_t size);
HIDDEN void *gomp_xrealloc (void *ptr, size_t size);
HIDDEN void gomp_free (void *ptr);

/* An x form calls this, in any thread, if memory is short, before it tries
   again.  It gives back reserved memory.  NULL: none is reserved.  */
HIDDEN extern void (*_Atomic gomp_memory_reserve) (void);

#endif
