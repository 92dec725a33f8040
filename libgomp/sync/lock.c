/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The slow side of the one-word lock; see lock.h.  Owns no data.

   A thread spins for a while, then marks the lock as slept on and sleeps until
   it finds it free; since it cannot know who else sleeps it takes the lock
   with the mark (the third mutex of Drepper, "Futexes are tricky").  */

#include "sync/lock.h"

/* Times that a spinning thread may lose a free lock to another.  */
#define ATTEMPTS 100

void
gomp_lock_contended (atomic_uint *lock)
{
  for (int i = 0; i < ATTEMPTS; i++)
    {
      if (gomp_lock_try (lock))
        return;
      unsigned seen = atomic_load_explicit (lock, memory_order_relaxed);
      /* Only while it is held: none may come to change it once it is free.  */
      if (seen != 0 && gomp_wait_spin (lock, seen) == seen)
        break;
    }
  /* Acquire: pairs with the exchange of gomp_lock_release.  */
  while (atomic_exchange_explicit (lock, 2, memory_order_acquire) != 0)
    gomp_wait_bare (lock, 2);
  gomp_tsan_acquire (lock);
}
