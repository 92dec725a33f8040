/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The slow sides of the one-word lock; see lock.h.  Owns no data.  Any thread.

   A thread that finds the lock held may stand aside for a moment (backoff.h),
   spins for a while, then marks it as slept on and sleeps until it finds it
   free; since it cannot know who else sleeps it takes the lock with the mark
   (the third mutex of Drepper, "Futexes are tricky").

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
   takes them away.  It subtracts one, which frees a lock without a mark; one
   with a mark looks held until a second step makes it free or reserved, by the
   greatest mark that it had before or has got meanwhile.  Who marked it as
   starving waits as long as the mark stands, so a reserved lock always has
   somebody to take it: that thread, or another that slept, which leaves a mark
   on which the first is woken.

   Owned locks.  A child that a thread forks has copies of the locks that other
   threads of the parent hold, whom nobody will see release them.  The handlers
   of the fork cannot reach them: the library does not know where they are, and
   they may have been unloaded.  So the word beside such a lock tells who has it
   and in which process: in a child both halves change in one step, except for
   the marks.  A thread that finds a lock held in an earlier process, not by the
   thread that made this one, frees it.  Before any fork nobody looks at owners;
   there the owner is told after the lock was taken and forgotten before it is
   released, so that a child finds the thread that forked, another, or none,
   which is as good as another: it was not the one that forked.

   Threads are told apart by where their control blocks lie, which later threads
   get again.  A thread that forks is either the only one that this process
   began with, or began in it: of locks with its name those are its own that
   were taken no earlier than where it, or the chain of threads that forked one
   after the other under its name, began.

   The ring of processes is short, 255 of them, and names have 24 bits; where
   two look the same, a lock may stay held.

   Model: testsuite/models/lock.pml.
   Model: testsuite/models/owner.pml.  */

#include "sync/lock.h"

#include <limits.h>

#include "base/invariant.h"
#include "sync/backoff.h"

/* Times that a spinning thread may lose a free lock to another.  */
#define ATTEMPTS 100
/* The line is fetched to release the lock and for the next attempt; a section
   and what comes after it may take some more in a rush.  */
#define RUSH_FETCHES 5
/* How long a thread waits before it insists.  */
#define PATIENCE_NS 10000000

/* LOCK, seen as *SEEN, which is free, gets STATE and, if it is an owned one,
   OWNER (0: it is not); false: it is *SEEN.  */
static inline bool
take (atomic_uint *lock, unsigned *seen, unsigned state, unsigned owner)
{
  /* Acquire: pairs with the releases of gomp_lock_give_up, gomp_lock_pass and
     gomp_owned_release_whole.  */
  if (owner == 0)
    return atomic_compare_exchange_strong_explicit (
        lock, seen, state, memory_order_acquire, memory_order_relaxed);
  union gomp_owned_value old = { .state = *seen };
  union gomp_owned_value next = { .state = state, .owner = owner };
  struct gomp_owned_lock *owned = (struct gomp_owned_lock *)lock;
  bool taken = atomic_compare_exchange_strong_explicit (
      &owned->whole, &old.whole, next.whole, memory_order_acquire,
      memory_order_relaxed);
  *seen = old.state;
  return taken;
}

static inline bool
spin_for_it (atomic_uint *lock, unsigned owner)
{
  struct gomp_rush *rush = gomp_rush_meet (lock, RUSH_FETCHES);
  for (int i = 0; i < ATTEMPTS; i++)
    {
      unsigned seen = GOMP_LOCK_FREE;
      uint64_t before = unlikely (rush != NULL) ? os_time_ns () : 0;
      if (take (lock, &seen, GOMP_LOCK_HELD, owner))
        {
          if (unlikely (rush != NULL))
            gomp_rush_pass (rush, before);
          return true;
        }
      /* Only while it is held: none may come to change it once it is free.  */
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

/* Others may have put their marks on it meanwhile.  */
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

/* How many forks lie between PROCESS and this one, around the ring.  */
static inline unsigned
age (unsigned process)
{
  return (process_number () + GOMP_OWNER_PROCESSES - process)
         % GOMP_OWNER_PROCESSES;
}

/* Was it left by a thread that there is not in this process?  A reserved lock
   has no owner, and is as good as free to who comes here.  */
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
  if (take (&lock->state, &seen, GOMP_LOCK_HELD, gomp_lock_owner ()))
    gomp_tsan_acquire (lock);
  else
    gomp_owned_contended (lock);
}

void
gomp_owned_release_tsan (struct gomp_owned_lock *lock)
{
  gomp_tsan_release (lock);
  gomp_owned_give_up (lock);
}

/* Mostly nobody waits, and a look first would fetch the line twice.  After a
   fork it is held by this thread in another process.  */
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
  gomp_tsan_acquire (lock);
}
#endif
