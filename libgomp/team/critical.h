/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process-wide locks of constructs (OpenMP 5.1 sections 2.19.1 and
   2.19.7).  */

#ifndef GOMP_TEAM_CRITICAL_H
#define GOMP_TEAM_CRITICAL_H

#include "base/compiler.h"
#include "base/tsan.h"
#include "sync/lock.h"

struct gomp_critical
{
  /* Critical without a name.  */
  GOMP_CACHE_ALIGNED struct gomp_owned_lock unnamed;
  /* Atomic that the processor lacks.  */
  GOMP_CACHE_ALIGNED struct gomp_owned_lock atomic;
};
HIDDEN extern struct gomp_critical gomp_critical;

/* Inform ThreadSanitizer that the calling thread has acquired, or is about to
   release, the LOCK of a critical construct.  This orders the thread with the
   others of its contention group only (OpenMP 5.1 section 2.19.1).  */
HIDDEN void
gomp_critical_acquired_tsan (const struct gomp_owned_lock *lock) COLD;
HIDDEN void
gomp_critical_released_tsan (const struct gomp_owned_lock *lock) COLD;

static inline void
gomp_critical_acquire (struct gomp_owned_lock *lock)
{
  if (unlikely (!gomp_owned_try_quickly (lock)))
    gomp_owned_acquire_slowly (lock);
  if (gomp_tsan_active ())
    gomp_critical_acquired_tsan (lock);
}

static inline void
gomp_critical_release (struct gomp_owned_lock *lock)
{
  if (gomp_tsan_active ())
    gomp_critical_released_tsan (lock);
  gomp_owned_give_up (lock);
}

#endif
