/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Mutexes that favour the first thread that locks them: biased locks, after
   K. Russell and D. Detlefs, Eliminating Synchronization-Related Atomic
   Operations with Biased Locking and Bulk Rebiasing (OOPSLA 2006), without
   rebiasing.

   The first thread becomes the owner.  It enters by a store and a check whether
   it is still the owner.  Another thread takes the ownership away for good: it
   records that in OWNER and waits until the owner is not inside; from then on
   all threads lock MUTEX.  Either the owner sees that it has lost the
   ownership, or the other thread sees it inside: each writes before it reads,
   with the two halves of an asymmetric fence in between (os.h).  The owner's
   half costs nothing.  The thread that takes the ownership away holds MUTEX
   meanwhile, so that all others wait there.

   While there is an owner, no other thread is in the section.  So the owner may
   do with plain stores there what other threads do with atomic operations
   outside, after each of them has made sure by gomp_biased_join that no other
   thread is the owner.

   Without such a fence no thread becomes the owner.  Any thread; a lock in use
   when the process forks stays unusable in the child.

   Model: testsuite/models/biased.pml.  */

#include "sync/biased.h"

/* Between two checks whether the owner has left: its section is short.  */
#define LOOK_NS 20000
/* Longer than any CPU delays a store: for the case that the kernel no longer
   orders the other threads.  */
#define DRAIN_NS 10000000

static void
pause_for (int64_t ns)
{
  struct gomp_wait_word never = { 0 };
  gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, ns);
}

/* MUTEX is held: no thread is the owner any more.  */
static void
share (struct gomp_biased *m)
{
  atomic_store_explicit (&m->owner, GOMP_BIASED_TAKEN, memory_order_relaxed);
  /* Pairs with the light fence of gomp_biased_enter.  */
  os_fence_heavy ();
  if (unlikely (!os_fence_asymmetric))
    pause_for (DRAIN_NS);
  /* Acquire: after what the owner did.  */
  while (atomic_load_explicit (&m->inside, memory_order_acquire) != 0)
    pause_for (LOOK_NS);
  /* Release: pairs with the acquire in gomp_biased_has_joined.  */
  atomic_store_explicit (&m->owner, GOMP_BIASED_SHARED, memory_order_release);
}

void
gomp_biased_lock_slowly (struct gomp_biased *m)
{
  uintptr_t expected = GOMP_BIASED_NOBODY;
  uintptr_t owner = os_fence_asymmetric ? arch_thread () : GOMP_BIASED_SHARED;
  if (atomic_load_explicit (&m->owner, memory_order_relaxed)
          == GOMP_BIASED_NOBODY
      && atomic_compare_exchange_strong_explicit (&m->owner, &expected, owner,
                                                  memory_order_release,
                                                  memory_order_relaxed)
      && gomp_biased_enter (m))
    {
      m->by_owner = true;
      m->first = owner;
      return;
    }
  gomp_mutex_lock_raw (&m->mutex);
  /* Acquire: pairs with the release above, after which the other thread's
     fences are light.  */
  if (atomic_load_explicit (&m->owner, memory_order_acquire)
      != GOMP_BIASED_SHARED)
    share (m);
  m->by_owner = false;
}

void
gomp_biased_join_slowly (struct gomp_biased *m)
{
  gomp_biased_lock (m);
  gomp_biased_unlock (m);
}
