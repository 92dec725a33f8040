/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What ThreadSanitizer is told, if the program was compiled for it; else the
   mapping checker, where it looks for races (offload/check/race.c).

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

/* Who is told: the tool's functions; NULL: nobody.  Changed by
   gomp_tsan_divert alone.  */
HIDDEN extern void (*gomp_tsan_acquire_hook) (void *object);
HIDDEN extern void (*gomp_tsan_release_hook) (void *object);

/* Whether the program has the tool.  */
HIDDEN bool gomp_tsan_is_there (void);
/* From now on ACQUIRE and RELEASE are told; false: the tool is.  Best before
   there are other threads: what they do meanwhile is told in part.  */
HIDDEN bool gomp_tsan_divert (void (*acquire) (void *object),
                              void (*release) (void *object));

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
