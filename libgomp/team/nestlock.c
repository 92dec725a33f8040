/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Nestable locks; see nestlock.h.  Owns no data; any thread.  */

#include "team/nestlock.h"

#include "base/invariant.h"
#include "os/os.h"
#include "sync/lock.h"

static inline void
own (struct gomp_nest_lock *lock, void *task)
{
  atomic_store_explicit (&lock->owner, task, memory_order_relaxed);
  lock->count = 1;
}

void
gomp_nest_lock_acquire (struct gomp_nest_lock *lock, void *task)
{
  gomp_lock_acquire (&lock->lock);
  own (lock, task);
}

void
gomp_nest_lock_release (struct gomp_nest_lock *lock)
{
  gomp_invariant (gomp_nest_lock_count (lock) == 0,
                  "a nestable lock is freed that is set %d times",
                  gomp_nest_lock_count (lock));
  atomic_store_explicit (&lock->owner, NULL, memory_order_relaxed);
  gomp_lock_release (&lock->lock);
}

int
gomp_nest_lock_test (struct gomp_nest_lock *lock, void *task)
{
  if (gomp_nest_lock_is_owned (lock, task))
    {
      lock->count++;
      return gomp_nest_lock_count (lock);
    }
  if (!gomp_lock_try (&lock->lock))
    return 0;
  own (lock, task);
  return 1;
}

static unsigned
thread_number (void)
{
  return (unsigned)os_thread_id ();
}

int
gomp_nest_lock_25_test (struct gomp_nest_lock_25 *lock)
{
  unsigned me = thread_number ();
  unsigned owner = 0;
  if (atomic_load_explicit (&lock->owner, memory_order_relaxed) == me)
    return ++lock->count;
  /* Acquire: pairs with the exchange in gomp_nest_lock_25_unset.  */
  if (!atomic_compare_exchange_strong_explicit (
          &lock->owner, &owner, me, memory_order_acquire, memory_order_relaxed))
    return 0;
  gomp_tsan_acquire (lock);
  lock->count = 1;
  return 1;
}

void
gomp_nest_lock_25_set (struct gomp_nest_lock_25 *lock)
{
  while (gomp_nest_lock_25_test (lock) == 0)
    {
      unsigned owner
          = atomic_load_explicit (&lock->owner, memory_order_relaxed);
      if (owner != 0)
        gomp_wait_bare (&lock->owner, owner);
    }
}

/* There is no room for a mark that a thread sleeps.  */
void
gomp_nest_lock_25_unset (struct gomp_nest_lock_25 *lock)
{
  if (--lock->count > 0)
    return;
  gomp_tsan_release (lock);
  atomic_exchange_explicit (&lock->owner, 0, memory_order_release);
  gomp_wait_wake_bare (&lock->owner, 1);
}
