/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A lock in one 4-byte word, as the ABI gives it to programs (omp_lock_t, the
   word of a named critical construct).  Not recursive; any thread may
   unlock.  */

#ifndef GOMP_SYNC_LOCK_H
#define GOMP_SYNC_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "base/tsan.h"
#include "sync/wait.h"

/* The values of the word.  */
enum
{
  GOMP_LOCK_FREE,
  GOMP_LOCK_HELD,
  GOMP_LOCK_SLEPT_ON, /* held, and somebody may sleep */
  GOMP_LOCK_STARVING, /* held, and somebody has slept for long */
  GOMP_LOCK_RESERVED  /* free, but only for those who have slept */
};

HIDDEN void gomp_lock_contended (atomic_uint *lock) NOINLINE;
HIDDEN void gomp_lock_pass (atomic_uint *lock) NOINLINE;

static inline bool
gomp_lock_try (atomic_uint *lock)
{
  unsigned expected = GOMP_LOCK_FREE;
  /* Acquire: pairs with the releases of gomp_lock_release and
     gomp_lock_pass.  */
  if (!atomic_compare_exchange_strong_explicit (lock, &expected, GOMP_LOCK_HELD,
                                                memory_order_acquire,
                                                memory_order_relaxed))
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
  unsigned expected = GOMP_LOCK_HELD;
  if (unlikely (!atomic_compare_exchange_strong_explicit (
          lock, &expected, GOMP_LOCK_FREE, memory_order_release,
          memory_order_relaxed)))
    gomp_lock_pass (lock);
}

#endif
