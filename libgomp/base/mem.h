/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory for the library's own objects.  Owns no data; any thread may call.

   The plain forms return NULL and record the error; the x forms end the
   program ("Out of memory allocating N bytes") and are for places where the
   ABI gives no way to report.  */

#ifndef GOMP_BASE_MEM_H
#define GOMP_BASE_MEM_H

#include <stddef.h>

#include "base/compiler.h"

HIDDEN void *gomp_alloc (size_t size);
HIDDEN void *gomp_alloc_zeroed (size_t size);
/* ALIGN is a power of two; free with gomp_free.  */
HIDDEN void *gomp_alloc_aligned (size_t align, size_t size);
HIDDEN void *gomp_xalloc (size_t size);
HIDDEN void *gomp_xalloc_zeroed (size_t size);
HIDDEN void *gomp_xalloc_aligned (size_t align, size_t size);
HIDDEN void *gomp_xrealloc (void *ptr, size_t size);
HIDDEN void gomp_free (void *ptr);

/* Called by an x form where memory is short, in any thread, before it tries
   again: gives back what was held for that.  NULL: nothing is.  */
HIDDEN extern void (*_Atomic gomp_memory_reserve) (void);

#endif
