/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What ThreadSanitizer is told, if the program was compiled for it.

   The tool does not see how an uninstrumented library orders the program's
   threads.  At each place where OpenMP orders them the library says so: who
   comes first releases an object, who comes after acquires it.  An object is
   any address of the library's; the tool keeps a clock for each.  Other places
   tell nothing, even where the library has an order there, lest a race of the
   program be hidden.

   The tool also watches the library's own calls of malloc, free, memcpy and
   memset.  Memory on which one thread calls them after another needs an order
   that is told, too.

   A library that is itself compiled for ThreadSanitizer tells nothing: the
   tool sees its atomic operations, and must not be distracted from them.  */

#ifndef GOMP_BASE_TSAN_H
#define GOMP_BASE_TSAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

#ifdef __SANITIZE_THREAD__
#  define GOMP_TSAN_BLIND 0
#else
#  define GOMP_TSAN_BLIND 1
#endif

/* The tool's functions, NULL in a program without it.  */
HIDDEN extern void (*const gomp_tsan_acquire_hook) (void *object);
HIDDEN extern void (*const gomp_tsan_release_hook) (void *object);

/* What initializers can have in the place of the hook.  */
extern void __tsan_release (void *object) __attribute__ ((weak));
#if GOMP_TSAN_BLIND
#  define GOMP_TSAN_RELEASE __tsan_release
#else
#  define GOMP_TSAN_RELEASE NULL
#endif

/* Must it be told something?  */
static inline bool
gomp_tsan_active (void)
{
  return GOMP_TSAN_BLIND && unlikely (gomp_tsan_acquire_hook != NULL);
}

static inline void
gomp_tsan_acquire (const volatile void *object)
{
  if (gomp_tsan_active ())
    gomp_tsan_acquire_hook ((void *)(uintptr_t)object);
}

static inline void
gomp_tsan_release (const volatile void *object)
{
  if (gomp_tsan_active ())
    gomp_tsan_release_hook ((void *)(uintptr_t)object);
}

#endif
