/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A mutex that costs almost nothing while only one thread uses it: no locked
   instruction until a second thread comes.  See biased.c.  All zero is free;
   not recursive; the thread that locked it unlocks it.  */

#ifndef GOMP_SYNC_BIASED_H
#define GOMP_SYNC_BIASED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "base/compiler.h"
#include "base/invariant.h"
#include "base/tsan.h"
#include "os/os.h"
#include "sync/mutex.h"

/* Values of OWNER other than threads.  */
#define GOMP_BIASED_NOBODY ((uintptr_t)0) /* never locked */
#define GOMP_BIASED_SHARED ((uintptr_t)1) /* by several threads */
#define GOMP_BIASED_TAKEN                                                      \
  ((uintptr_t)2) /* about to be shared: the owner may                          \
                    still be inside */

struct gomp_biased
{
  atomic_uintptr_t owner;  /* the only thread so far, or as above */
  atomic_uint inside;      /* the owner holds it, or checks whether it may */
  bool by_owner;           /* held: that way, not by MUTEX */
  uintptr_t first;         /* with the lock: the thread that was the owner */
  struct gomp_mutex mutex; /* holds it once it is SHARED */
};

HIDDEN void gomp_biased_lock_slowly (struct gomp_biased *m) NOINLINE;
HIDDEN void gomp_biased_join_slowly (struct gomp_biased *m) NOINLINE;

/* Enter as the owner; false if the caller is not, or no longer, the owner.  */
static inline bool
gomp_biased_enter (struct gomp_biased *m)
{
  uintptr_t self = arch_thread ();
  if (unlikely (atomic_load_explicit (&m->owner, memory_order_relaxed) != self))
    return false;
  /* Acquire: pairs with the release of an earlier thread of the same address,
     which has ended.  */
  unsigned inside = atomic_load_explicit (&m->inside, memory_order_acquire);
  gomp_invariant (inside == 0, "a thread locks a biased mutex that it holds");
  atomic_store_explicit (&m->inside, 1, memory_order_relaxed);
  /* Pairs with the heavy fence of gomp_biased_lock_slowly.  */
  os_fence_light ();
  if (likely (atomic_load_explicit (&m->owner, memory_order_relaxed) == self))
    return true;
  atomic_store_explicit (&m->inside, 0, memory_order_release);
  return false;
}

static inline void
gomp_biased_lock (struct gomp_biased *m)
{
  if (likely (gomp_biased_enter (m)))
    m->by_owner = true;
  else
    gomp_biased_lock_slowly (m);
  if (GOMP_CHECKING && m->by_owner)
    gomp_invariant_lock (1);
  gomp_tsan_acquire (m);
}

/* Lock M if the calling thread is the owner.  */
static inline bool
gomp_biased_lock_alone (struct gomp_biased *m)
{
  if (!gomp_biased_enter (m))
    return false;
  m->by_owner = true;
  if (GOMP_CHECKING)
    gomp_invariant_lock (1);
  gomp_tsan_acquire (m);
  return true;
}

/* The calling thread holds M.  Does no other thread use what M guards, not even
   without M, after gomp_biased_join?  */
static inline bool
gomp_biased_is_alone (const struct gomp_biased *m)
{
  return m->by_owner;
}

static inline void
gomp_biased_unlock (struct gomp_biased *m)
{
  gomp_invariant (!m->by_owner
                      || atomic_load_explicit (&m->inside, memory_order_relaxed)
                             == 1,
                  "a biased mutex is given back that is not held");
  if (GOMP_CHECKING && m->by_owner)
    gomp_invariant_lock (-1);
  gomp_tsan_release (m);
  /* Release: pairs with the acquires of gomp_biased_lock_slowly and, for a
     later thread of this address, of gomp_biased_enter.  */
  if (likely (m->by_owner))
    atomic_store_explicit (&m->inside, 0, memory_order_release);
  else
    gomp_mutex_unlock_raw (&m->mutex);
}

/* May the calling thread change what M guards without M, by atomic operations?
   It may if no other thread is the owner.  */
static inline bool
gomp_biased_has_joined (const struct gomp_biased *m)
{
  /* Acquire: pairs with the release in share.  */
  uintptr_t owner = atomic_load_explicit (&m->owner, memory_order_acquire);
  return owner == GOMP_BIASED_SHARED || owner == arch_thread ();
}

/* From now on the calling thread, which does not hold M, may do so.  */
static inline void
gomp_biased_join (struct gomp_biased *m)
{
  if (unlikely (!gomp_biased_has_joined (m)))
    gomp_biased_join_slowly (m);
}

#endif
