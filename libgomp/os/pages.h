/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whole pages of memory.  Part of the operating system contract (os.h): the
   same general promise.  */

#ifndef GOMP_OS_PAGES_H
#define GOMP_OS_PAGES_H

#include <stddef.h>

#include "base/compiler.h"

/* Zeroed pages for SIZE bytes that are never swapped out.  */
HIDDEN int os_pages_alloc_locked (size_t size, void **pages);
HIDDEN void os_pages_free (void *pages, size_t size);

#endif
