/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of ThreadSanitizer; see tsan.h.  Owns two constants, which the
   dynamic linker sets.  */

#include "base/tsan.h"

extern void __tsan_acquire (void *object) __attribute__ ((weak));

void (*const gomp_tsan_acquire_hook) (void *) = __tsan_acquire;
void (*const gomp_tsan_release_hook) (void *) = __tsan_release;
