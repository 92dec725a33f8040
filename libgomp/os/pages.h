/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whole pages of memory.  Part of the operating system contract (os.h): the
   same general promise.  */

#ifndef GOMP_OS_PAGES_H
#define GOMP_OS_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* Which memory of a machine with several NUMA nodes.  */
enum os_placement
{
  OS_PLACE_ANYWHERE,   /* as the process has it */
  OS_PLACE_NEAREST,    /* of the node of the thread that asks */
  OS_PLACE_BLOCKED,    /* of each node in turn, in as few parts as can be */
  OS_PLACE_INTERLEAVED /* of each node in turn, page by page */
};

/* NUMA nodes whose memory the process may use, at least 1.  */
HIDDEN unsigned os_memory_nodes (void);
/* Zeroed pages for SIZE bytes, which are never swapped out where LOCKED.  The
   placement is a wish: a system that cannot do it gives ordinary pages.  */
HIDDEN int os_pages_alloc (size_t size, enum os_placement placement,
                           bool locked, void **pages);
HIDDEN void os_pages_free (void *pages, size_t size);
/* Whether something is mapped at all of the SIZE bytes at START, accessible or
   not.  */
HIDDEN bool os_is_mapped (const void *start, size_t size);

#endif
