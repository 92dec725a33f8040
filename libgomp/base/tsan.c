/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of ThreadSanitizer, or their replacements; see tsan.h.  Owns
   two pointers, which the dynamic linker initialises.  */

#include "base/tsan.h"

#include <stdatomic.h>

extern void __tsan_acquire (void *object) __attribute__ ((weak));

void (*gomp_tsan_acquire_hook) (void *) = __tsan_acquire;
void (*gomp_tsan_release_hook) (void *) = __tsan_release;

/* In a program, unlike in a library, a linker may leave out what only pointers
   refer to, so this asks for both.  */
bool
gomp_tsan_is_there (void)
{
  return __tsan_acquire != NULL && __tsan_release != NULL;
}

static void
ignore (void *object)
{
  (void)object;
}

void
gomp_lock_watch (void)
{
  if (gomp_tsan_release_hook == NULL)
    gomp_tsan_release_hook = ignore;
  atomic_thread_fence (memory_order_seq_cst);
  if (gomp_tsan_acquire_hook == NULL)
    gomp_tsan_acquire_hook = ignore;
}

/* Another thread may be about to call the hooks.  */
void
gomp_lock_unwatch (void)
{
  if (gomp_tsan_acquire_hook == ignore)
    gomp_tsan_acquire_hook = NULL;
  if (gomp_tsan_release_hook == ignore)
    gomp_tsan_release_hook = NULL;
}

bool
gomp_tsan_divert (void (*acquire) (void *), void (*release) (void *))
{
  if (!GOMP_TSAN_BLIND || gomp_tsan_is_there ())
    return false;
  gomp_tsan_release_hook = release;
  gomp_tsan_acquire_hook = acquire;
  return true;
}
