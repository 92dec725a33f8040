/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whole pages of memory.  Part of the operating system contract (os.h): the
   same general promise.  */

#ifndef GOMP_OS_PAGES_H
#define GOMP_OS_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* The policy of memory on a machine with several NUMA nodes.  */
enum os_numa_policy
{
  OS_NUMA_ANYWHERE,   /* as the process has it */
  OS_NUMA_NEAREST,    /* on the node of the calling thread */
  OS_NUMA_BLOCKED,    /* on all nodes, in as few parts as possible */
  OS_NUMA_INTERLEAVED /* on all nodes in turn, page by page */
};

/* NUMA nodes whose memory the process may use, at least 1.  */
HIDDEN unsigned os_memory_nodes (void);
/* Zeroed pages for SIZE bytes, which are never swapped out if LOCKED.  The
   policy is only a wish: a system without it gives ordinary pages.  */
HIDDEN int os_pages_alloc (size_t size, enum os_numa_policy policy, bool locked,
                           void **pages);
HIDDEN void os_pages_free (void *pages, size_t size);
/* Whether all of the SIZE bytes at START are mapped, accessible or not.  */
HIDDEN bool os_is_mapped (const void *start, size_t size);
/* The first page in the SIZE bytes at START that has contents: all before it
   read as zeros, or were swapped out.  START if the system does not know, the
   end if there is none.  */
HIDDEN const void *os_first_resident (const void *start, size_t size);

#endif
