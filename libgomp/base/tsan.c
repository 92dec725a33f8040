/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of ThreadSanitizer, or their replacements; see tsan.h.  Owns
   two pointers, which the dynamic linker initialises.  */

#include "base/tsan.h"

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

bool
gomp_tsan_divert (void (*acquire) (void *), void (*release) (void *))
{
  if (!GOMP_TSAN_BLIND || gomp_tsan_is_there ())
    return false;
  gomp_tsan_release_hook = release;
  gomp_tsan_acquire_hook = acquire;
  return true;
}
