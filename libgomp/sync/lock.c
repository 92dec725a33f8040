/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The slow sides of the one-word lock; see lock.h.  Owns no data.  Any thread.

   A thread that finds the lock held spins for a while, then marks it as slept
   on and sleeps until it finds it free; since it cannot know who else sleeps
   it takes the lock with the mark (the third mutex of Drepper, "Futexes are
   tricky").

   Whoever runs may take a free lock before a thread that was woken for it: to
   hand it over instead would let it lie idle for each wake-up, and threads
   queue up behind that.  But a thread that takes the lock again at once would
   keep others away for ever, so one that has waited for PATIENCE_NS marks the
   lock as starving, and the next release reserves it for those who slept.  At
   most one wake-up in that time is paid for.

     free ---------> held ------> slept on ------> starving
      ^ \_____________|___________^  |                |
      |_______________|______________|                v
                                  ^--------------- reserved

   The marks only grow while the lock is held, and only its holder's release
   takes them away, in one step.  Who marked it as starving waits as long as the
   mark stands, so a reserved lock always has somebody to take it: that thread,
   or another that slept, which leaves a mark on which the first is woken.  */

#include "sync/lock.h"

/* Times that a spinning thread may lose a free lock to another.  */
#define ATTEMPTS 100
/* How long a thread waits before it insists.  */
#define PATIENCE_NS 10000000

static bool
spin_for_it (atomic_uint *lock)
{
  for (int i = 0; i < ATTEMPTS; i++)
    {
      if (gomp_lock_try (lock))
        return true;
      unsigned seen = atomic_load_explicit (lock, memory_order_relaxed);
      /* Only while it is held: none may come to change it once it is free.  */
      if (seen != GOMP_LOCK_FREE && gomp_wait_spin (lock, seen) == seen)
        return false;
    }
  return false;
}

/* Put at least MARK on the lock that was seen as *SEEN; false: it changed.  */
static bool
put_mark (atomic_uint *lock, unsigned *seen, unsigned mark)
{
  if (*seen >= mark)
    return true;
  if (!atomic_compare_exchange_strong_explicit (
          lock, seen, mark, memory_order_relaxed, memory_order_relaxed))
    return false;
  *seen = mark;
  return true;
}

void
gomp_lock_contended (atomic_uint *lock)
{
  if (spin_for_it (lock))
    return;
  uint64_t start = os_time_ns ();
  unsigned mark = GOMP_LOCK_SLEPT_ON;
  unsigned seen = atomic_load_explicit (lock, memory_order_relaxed);
  for (;;)
    if (seen == GOMP_LOCK_FREE || seen == GOMP_LOCK_RESERVED)
      {
        /* Acquire: pairs with the releases of gomp_lock_release and
           gomp_lock_pass.  */
        if (atomic_compare_exchange_strong_explicit (
                lock, &seen, GOMP_LOCK_SLEPT_ON, memory_order_acquire,
                memory_order_relaxed))
          break;
      }
    else if (put_mark (lock, &seen, mark))
      {
        seen = gomp_wait_bare (lock, seen);
        if (os_time_ns () - start > PATIENCE_NS)
          mark = GOMP_LOCK_STARVING;
      }
  gomp_tsan_acquire (lock);
}

void
gomp_lock_pass (atomic_uint *lock)
{
  unsigned seen = atomic_load_explicit (lock, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit (
      lock, &seen,
      seen == GOMP_LOCK_STARVING ? GOMP_LOCK_RESERVED : GOMP_LOCK_FREE,
      memory_order_release, memory_order_relaxed))
    continue;
  gomp_wait_wake_bare (lock, 1);
}
