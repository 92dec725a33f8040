/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A lock in one 4-byte word, as the ABI gives it to programs (omp_lock_t, the
   word of a named critical construct): 0 free, 1 held, 2 held and somebody may
   sleep.  Not recursive; any thread may unlock.  */

#ifndef GOMP_SYNC_LOCK_H
#define GOMP_SYNC_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "base/tsan.h"
#include "sync/wait.h"

HIDDEN void gomp_lock_contended (atomic_uint *lock) NOINLINE;

static inline bool
gomp_lock_try (atomic_uint *lock)
{
  unsigned expected = 0;
  /* Acquire: pairs with the exchange of gomp_lock_release.  */
  if (!atomic_compare_exchange_strong_explicit (
          lock, &expected, 1, memory_order_acquire, memory_order_relaxed))
    return false;
  gomp_tsan_acquire (lock);
  return true;
}

static inline void
gomp_lock_acquire (atomic_uint *lock)
{
  if (unlikely (!gomp_lock_try (lock)))
    gomp_lock_contended (lock);
}

static inline void
gomp_lock_release (atomic_uint *lock)
{
  gomp_tsan_release (lock);
  if (unlikely (atomic_exchange_explicit (lock, 0, memory_order_release) == 2))
    gomp_wait_wake_bare (lock, 1);
}

#endif
