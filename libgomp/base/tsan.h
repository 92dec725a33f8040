/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Informs ThreadSanitizer, if the program was compiled for it, of the order of
   threads; otherwise the mapping checker, if it looks for races
   (offload/check/race.c).

   The tool cannot see how an uninstrumented library orders the program's
   threads.  So wherever OpenMP orders them, the earlier thread releases an
   object and the later thread acquires it.  An object is any address of the
   library; the tool keeps a clock for each.  No other code informs the tool,
   even if the library does order threads there, since that could hide a race of
   the program.

   The tool also watches the library's own calls of malloc, free, memcpy and
   memset.  If one thread calls them on memory after another thread did, the
   tool must know the order, too.

   A library that is itself compiled for ThreadSanitizer does not inform it: the
   tool sees the library's atomic operations, and must judge by them alone.  */

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

/* The functions to call, normally the tool's; NULL: none.  Only
   gomp_tsan_divert changes them.  */
HIDDEN extern void (*gomp_tsan_acquire_hook) (void *object);
HIDDEN extern void (*gomp_tsan_release_hook) (void *object);

/* Does the program have the tool?  */
HIDDEN bool gomp_tsan_is_there (void);
/* From now on call ACQUIRE and RELEASE.  Returns false if the tool is in use.
   Call this before there are other threads: it may miss some of what they do
   meanwhile.  */
HIDDEN bool gomp_tsan_divert (void (*acquire) (void *object),
                              void (*release) (void *object));

/* Until gomp_tsan_fiber_end gets the result, the tool takes the calling thread
   for a new one, a fibre, that starts here: what the thread does from now on is
   unordered with what it does after the end, unless an object orders it.
   Returns NULL, and does nothing, without the tool.  Fibres of one thread do
   not nest.  */
HIDDEN void *gomp_tsan_fiber_begin (void);
HIDDEN void gomp_tsan_fiber_end (void *outside);

/* What was done to the SIZE bytes at ADDRESS, a multiple of 8, is no part of a
   race any more: the memory is used again for other objects.  */
HIDDEN void gomp_tsan_forget (uintptr_t address, size_t size);

/* From now on gomp_lock_is_watched is true.  */
HIDDEN void gomp_lock_watch (void);
/* No longer.  The process has one thread.  */
HIDDEN void gomp_lock_unwatch (void);

/* A constant that initializers can use instead of the hook.  */
extern void __tsan_release (void *object) __attribute__ ((weak));
#if GOMP_TSAN_BLIND
#  define GOMP_TSAN_RELEASE __tsan_release
#else
#  define GOMP_TSAN_RELEASE NULL
#endif

/* Is the tool to be informed?  */
static inline bool
gomp_tsan_active (void)
{
  return GOMP_TSAN_BLIND && unlikely (gomp_tsan_acquire_hook != NULL);
}

/* Does this tool or a tool of OMPT observe locks?  Entry points test this
   where they would otherwise test for this tool only.  */
static inline bool
gomp_lock_is_watched (void)
{
  return unlikely (gomp_tsan_acquire_hook != NULL);
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
