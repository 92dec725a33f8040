/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The slow sides of the one-word lock; see lock.h.  Owns no data.  Any thread.

   A thread that finds the lock held may back off for a moment (backoff.h),
   spins for a while, then marks it as slept on and sleeps until it finds it
   free.  Since it cannot know whether other threads sleep, it takes the lock
   with the mark (the third mutex of Drepper, "Futexes are tricky").

   Any running thread may take a free lock before a thread that was woken for
   it.  A direct hand-over would leave the lock idle during each wake-up, and
   threads would queue up behind that.  But a thread that takes the lock again
   at once would keep others away for ever.  So a thread that has waited for
   PATIENCE_NS marks the lock as starving, and the next release reserves it for
   threads that have slept.  This costs at most one wake-up in that time.

     free ---------> held ------> slept on ------> starving
      ^ \_____________|___________^  |                |
      |_______________|______________|                v
                                  ^--------------- reserved

   The marks only grow while the lock is held, and only its holder's release
   removes them.  The release subtracts one, which frees a lock without a mark.
   A lock with a mark looks held until a second step makes it free or reserved,
   by the greatest mark that it had before or has got meanwhile.  The thread
   that marked it as starving waits as long as the mark stands, so there is
   always a thread to take a reserved lock: that thread, or another one that
   slept, which leaves a mark so that the first is woken.

   Owned locks.  A forked child has copies of the locks that other threads of
   the parent hold, and those threads will never release the copies.  The fork
   handlers cannot reach them: the library does not know where they are, and
   they may have been unloaded.  So the word beside such a lock records its
   owner and the owner's process; in a child both halves change in one step,
   except for the marks.  A thread that finds a lock held in an earlier process,
   but not by the thread that forked this one, frees it.  Before any fork no
   thread checks owners.  There the owner is recorded after the lock is taken
   and erased before it is released.  So a child finds the thread that forked,
   another thread, or none, which counts as another: it was not the one that
   forked.

   The address of its control block identifies a thread; later threads may get
   the same address.  A thread that forks is either the one that this process
   began with, or began in it.  Of the locks with its name, it owns those that
   were taken in or after the process in which it began; or in which the chain
   of threads began that forked one after the other under its name.

   The ring of processes has only 255 entries, and names have 24 bits; if two
   look the same, a lock may stay held.

   Model: testsuite/models/lock.pml.
   Model: testsuite/models/owner.pml.  */

#include "sync/lock.h"

#include <limits.h>

#include "base/invariant.h"
#include "sync/backoff.h"

/* Times that a spinning thread may lose a free lock to another.  */
#define ATTEMPTS 100
/* The cache line is fetched to release the lock and for the next attempt; in a
   burst, a section and the code after it may take a few more (rows critical and
   lock).  */
#define BURST_FETCHES 5
/* How long a thread waits before it marks the lock as starving.  */
#define PATIENCE_NS 10000000

#if GOMP_LOCK_OWNED
static inline bool
take_owned (atomic_uint *lock, unsigned *seen, unsigned state, unsigned owner)
{
  union gomp_owned_value old = { .state = *seen };
  union gomp_owned_value next = { .state = state, .owner = owner };
  struct gomp_owned_lock *owned = (struct gomp_owned_lock *)lock;
  /* Acquire: as in take.  */
  bool taken = atomic_compare_exchange_strong_explicit (
      &owned->whole, &old.whole, next.whole, memory_order_acquire,
      memory_order_relaxed);
  *seen = old.state;
  return taken;
}
#endif

/* Change LOCK, seen as *SEEN, which is free, to STATE and, if it is an owned
   lock, OWNER (0: it is not).  False: LOCK has changed, and *SEEN is its new
   value.  */
static inline bool
take (atomic_uint *lock, unsigned *seen, unsigned state, unsigned owner)
{
#if GOMP_LOCK_OWNED
  if (owner != 0)
    return take_owned (lock, seen, state, owner);
#else
  (void)owner;
#endif
  /* Acquire: pairs with the releases of gomp_lock_give_up, gomp_lock_pass and
     gomp_owned_release_whole.  */
  return atomic_compare_exchange_strong_explicit (
      lock, seen, state, memory_order_acquire, memory_order_relaxed);
}

static inline bool
spin_for_it (atomic_uint *lock, unsigned owner)
{
  struct gomp_backoff *backoff = gomp_backoff_meet (lock, BURST_FETCHES);
  for (int i = 0; i < ATTEMPTS; i++)
    {
      unsigned seen = GOMP_LOCK_FREE;
      uint64_t before = unlikely (backoff != NULL) ? os_time_ns () : 0;
      if (take (lock, &seen, GOMP_LOCK_HELD, owner))
        {
          if (unlikely (backoff != NULL))
            gomp_backoff_pass (backoff, before);
          return true;
        }
      /* Only while it is held: after it is free, no thread might come to change
         it.  */
      if (seen != GOMP_LOCK_FREE && gomp_spin (lock, seen) == seen)
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

static inline void
contend (atomic_uint *lock, unsigned owner)
{
  if (spin_for_it (lock, owner))
    return;
  uint64_t start = os_time_ns ();
  unsigned mark = GOMP_LOCK_SLEPT_ON;
  unsigned seen = atomic_load_explicit (lock, memory_order_relaxed);
  for (;;)
    if (seen == GOMP_LOCK_FREE || seen == GOMP_LOCK_RESERVED)
      {
        if (take (lock, &seen, GOMP_LOCK_SLEPT_ON, owner))
          return;
      }
    else if (put_mark (lock, &seen, mark))
      {
        seen = gomp_wait_bare (lock, seen);
        if (os_time_ns () - start > PATIENCE_NS)
          mark = GOMP_LOCK_STARVING;
      }
}

void
gomp_lock_contended (atomic_uint *lock)
{
  contend (lock, 0);
  gomp_tsan_acquire (lock);
}

void
gomp_lock_release_tsan (atomic_uint *lock)
{
  gomp_tsan_release (lock);
  gomp_lock_give_up (lock);
}

static inline unsigned
passed_on (unsigned state)
{
  return state == GOMP_LOCK_STARVING ? GOMP_LOCK_RESERVED : GOMP_LOCK_FREE;
}

/* Other threads may have marked it meanwhile.  */
void
gomp_lock_pass (atomic_uint *lock, unsigned was)
{
  unsigned seen = atomic_load_explicit (lock, memory_order_relaxed);
  gomp_invariant (was <= GOMP_LOCK_STARVING && was != GOMP_LOCK_RESERVED,
                  "a lock is passed on in state %u", was);
  while (!atomic_compare_exchange_weak_explicit (
      lock, &seen, passed_on (was > seen ? was : seen), memory_order_release,
      memory_order_relaxed))
    continue;
  gomp_wait_wake_bare (lock, 1);
}

#if GOMP_LOCK_OWNED
/* Written in a forked child, by its only thread.  */
atomic_uint gomp_lock_process = 1 << GOMP_OWNER_BITS;
unsigned gomp_lock_forker = GOMP_LOCK_NOBODY;
/* The process in which it began.  */
static unsigned forker_since = 1;

static inline unsigned
process_number (void)
{
  return atomic_load_explicit (&gomp_lock_process, memory_order_relaxed)
         >> GOMP_OWNER_BITS;
}

void
gomp_lock_forked (void)
{
  unsigned parent = process_number ();
  unsigned thread = gomp_lock_owner () & GOMP_OWNER_THREAD;
  /* Relaxed: threads come later.  */
  atomic_store_explicit (&gomp_lock_process,
                         (parent % GOMP_OWNER_PROCESSES + 1) << GOMP_OWNER_BITS,
                         memory_order_relaxed);
  if (thread != gomp_lock_forker)
    forker_since = parent;
  gomp_lock_forker = thread;
}

/* The number of forks between PROCESS and this one, around the ring.  */
static inline unsigned
age (unsigned process)
{
  return (process_number () + GOMP_OWNER_PROCESSES - process)
         % GOMP_OWNER_PROCESSES;
}

/* Is the holder a thread that does not exist in this process?  A reserved lock
   has no owner, and callers may treat it as free.  */
static bool
is_left (union gomp_owned_value value)
{
  unsigned process = value.owner >> GOMP_OWNER_BITS;
  if (value.state == GOMP_LOCK_FREE || process == process_number ())
    return false;
  return (value.owner & GOMP_OWNER_THREAD) != gomp_lock_forker
         || age (process) > age (forker_since);
}

void
gomp_owned_acquire_whole (struct gomp_owned_lock *lock)
{
  unsigned seen = GOMP_LOCK_FREE;
  if (!take (&lock->state, &seen, GOMP_LOCK_HELD, gomp_lock_owner ()))
    gomp_owned_contended (lock);
}

/* Mostly no thread waits, and a load first would fetch the line twice.  After a
   fork this thread holds the lock under the name of another process.  */
void
gomp_owned_release_whole (struct gomp_owned_lock *lock)
{
  union gomp_owned_value seen
      = { .state = GOMP_LOCK_HELD, .owner = gomp_lock_owner () };
  union gomp_owned_value next = { .state = GOMP_LOCK_FREE };
  while (!atomic_compare_exchange_weak_explicit (
      &lock->whole, &seen.whole, next.whole, memory_order_release,
      memory_order_relaxed))
    next.state = passed_on (seen.state);
  if (unlikely (seen.state != GOMP_LOCK_HELD))
    gomp_wait_wake_bare (&lock->state, 1);
}

static COLD void
free_left (struct gomp_owned_lock *lock)
{
  union gomp_owned_value seen
      = { .whole = atomic_load_explicit (&lock->whole, memory_order_relaxed) };
  while (is_left (seen))
    if (atomic_compare_exchange_weak_explicit (&lock->whole, &seen.whole, 0,
                                               memory_order_relaxed,
                                               memory_order_relaxed))
      break;
}

void
gomp_owned_contended (struct gomp_owned_lock *lock)
{
  if (unlikely (gomp_lock_forker != GOMP_LOCK_NOBODY))
    free_left (lock);
  contend (&lock->state, gomp_lock_owner ());
}
#endif
