/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of ThreadSanitizer, or their replacements; see tsan.h.  Owns
   two pointers, which the dynamic linker initialises.  */

#include "base/tsan.h"

#include <stdatomic.h>

extern void __tsan_acquire (void *object) __attribute__ ((weak));
extern void *__tsan_get_current_fiber (void) __attribute__ ((weak));
extern void *__tsan_create_fiber (unsigned flags) __attribute__ ((weak));
extern void __tsan_destroy_fiber (void *fiber) __attribute__ ((weak));
extern void __tsan_switch_to_fiber (void *fiber, unsigned flags)
    __attribute__ ((weak));

/* The interface for languages that manage memory themselves.  */
extern void __tsan_java_alloc (uintptr_t address, size_t size)
    __attribute__ ((weak));
extern void __tsan_java_free (uintptr_t address, size_t size)
    __attribute__ ((weak));

/* The switch itself is no order between the two.  */
#define SWITCH_UNORDERED 1u

void (*gomp_tsan_acquire_hook) (void *) = __tsan_acquire;
void (*gomp_tsan_release_hook) (void *) = __tsan_release;

/* In a program, unlike in a library, a linker may leave out what only pointers
   refer to, so this asks for both.  */
bool
gomp_tsan_is_there (void)
{
  return __tsan_acquire != NULL && __tsan_release != NULL;
}

void *
gomp_tsan_fiber_begin (void)
{
  if (!GOMP_TSAN_BLIND || __tsan_create_fiber == NULL
      || __tsan_switch_to_fiber == NULL || __tsan_get_current_fiber == NULL)
    return NULL;
  void *outside = __tsan_get_current_fiber ();
  __tsan_switch_to_fiber (__tsan_create_fiber (0), SWITCH_UNORDERED);
  return outside;
}

void
gomp_tsan_fiber_end (void *outside)
{
  void *fiber = __tsan_get_current_fiber ();
  __tsan_switch_to_fiber (outside, SWITCH_UNORDERED);
  __tsan_destroy_fiber (fiber);
}

/* As memory that is allocated and freed.  No range of managed memory is
   announced, since each report of an address in it would search the whole
   range.  */
void
gomp_tsan_forget (uintptr_t address, size_t size)
{
  if (__tsan_java_alloc == NULL || __tsan_java_free == NULL)
    return;
  __tsan_java_alloc (address, size);
  __tsan_java_free (address, size);
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
