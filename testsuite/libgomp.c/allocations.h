/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counts the allocations of a program by wrappers of malloc and the like.
   Include this in one file of the program.  */

#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <errno.h>
#include <stddef.h>

static int counting; /* whether there is something to count */
static long allocations;

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t count, size_t size);
extern void *__libc_realloc (void *old, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

static void
count_allocation (void)
{
  if (counting)
    __atomic_add_fetch (&allocations, 1, __ATOMIC_RELAXED);
}

void *
malloc (size_t size)
{
  count_allocation ();
  return __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  count_allocation ();
  return __libc_calloc (count, size);
}

void *
realloc (void *old, size_t size)
{
  count_allocation ();
  return __libc_realloc (old, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  count_allocation ();
  return __libc_memalign (alignment, size);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  count_allocation ();
  *block = __libc_memalign (alignment, size);
  return *block ? 0 : ENOMEM;
}

#endif
