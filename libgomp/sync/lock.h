/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A lock in one 4-byte word, as the ABI gives it to programs (omp_lock_t, the
   word of a named critical construct).  Not recursive; any thread may
   unlock.  */

#ifndef GOMP_SYNC_LOCK_H
#define GOMP_SYNC_LOCK_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "base/compiler.h"
#include "base/tsan.h"
#include "sync/wait.h"

/* The values of the word.  */
enum
{
  GOMP_LOCK_FREE,
  GOMP_LOCK_HELD,
  GOMP_LOCK_SLEPT_ON, /* held, and a thread may sleep */
  GOMP_LOCK_STARVING, /* held, and a thread has slept for long */
  GOMP_LOCK_RESERVED  /* free, but only for threads that have slept */
};

HIDDEN void gomp_lock_contended (atomic_uint *lock) NOINLINE;
/* The holder of LOCK gives it up; its state was WAS, and it still looks held.
   Free it and wake a thread.  */
HIDDEN void gomp_lock_pass (atomic_uint *lock, unsigned was) NOINLINE;
HIDDEN void gomp_lock_release_tsan (atomic_uint *lock) COLD;

/* Subtract one from the state.  If the result is GOMP_LOCK_FREE, the lock is
   free; otherwise it still counts as held.  On many processors a subtraction
   takes less than a compare-and-swap.  */
static inline void
gomp_lock_give_up (atomic_uint *lock)
{
  unsigned was = atomic_fetch_sub_explicit (lock, 1, memory_order_release);
  if (unlikely (was != GOMP_LOCK_HELD))
    gomp_lock_pass (lock, was);
}

/* True: the caller informs ThreadSanitizer.  */
static inline bool
gomp_lock_try_quietly (atomic_uint *lock)
{
  unsigned expected = GOMP_LOCK_FREE;
  /* Acquire: pairs with the releases of gomp_lock_give_up and
     gomp_lock_pass.  */
  return atomic_compare_exchange_strong_explicit (
      lock, &expected, GOMP_LOCK_HELD, memory_order_acquire,
      memory_order_relaxed);
}

static inline bool
gomp_lock_try (atomic_uint *lock)
{
  if (!gomp_lock_try_quietly (lock))
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
  if (gomp_tsan_active ())
    gomp_lock_release_tsan (lock);
  else
    gomp_lock_give_up (lock);
}

/* A lock of critical constructs.  If another thread held it when this process
   was forked, it is free here: see lock.c.  Not recursive; only its owner
   unlocks it.  The callers inform ThreadSanitizer.

   It needs 64 bits, which the processor must be able to change at once.  The
   ABI gives named constructs a word of the size of a pointer.  */
#define GOMP_LOCK_OWNED (__GCC_ATOMIC_LLONG_LOCK_FREE == 2)
#define GOMP_LOCK_FITS_POINTER (!GOMP_LOCK_OWNED || UINTPTR_MAX > 0xffffffffu)

#if GOMP_LOCK_OWNED
struct gomp_owned_lock
{
  union
  {
    _Atomic uint64_t whole;
    struct
    {
      atomic_uint state; /* as above */
      atomic_uint owner; /* while it is held: gomp_lock_owner */
    };
  };
};

union gomp_owned_value
{
  uint64_t whole;
  struct
  {
    unsigned state;
    unsigned owner;
  };
};

/* An owner's lower bits are the thread, its upper bits the process.  */
#  define GOMP_OWNER_BITS 24
#  define GOMP_OWNER_THREAD ((1u << GOMP_OWNER_BITS) - 1)
#  define GOMP_OWNER_PROCESSES 255u
HIDDEN extern atomic_uint gomp_lock_process;
/* The thread that forked this process; written in a forked child, by its only
   thread.  */
#  define GOMP_LOCK_NOBODY UINT_MAX
HIDDEN extern unsigned gomp_lock_forker;

HIDDEN void gomp_owned_acquire_whole (struct gomp_owned_lock *lock);
HIDDEN void gomp_owned_release_whole (struct gomp_owned_lock *lock);
HIDDEN void gomp_owned_contended (struct gomp_owned_lock *lock) NOINLINE;
/* In a forked child.  */
HIDDEN void gomp_lock_forked (void);

/* The calling thread, in this process; never 0.  Control blocks lie pages
   apart.  */
static inline unsigned
gomp_lock_owner (void)
{
  return ((unsigned)(arch_thread () >> 12) & GOMP_OWNER_THREAD)
         | atomic_load_explicit (&gomp_lock_process, memory_order_relaxed);
}

/* The fast paths.  If the process was never forked, the two halves may change
   one after the other, which keeps the code between two locked instructions
   short: see lock.c.  False: the caller uses the slow path.  */
static inline bool
gomp_owned_try_quickly (struct gomp_owned_lock *lock)
{
  unsigned expected = GOMP_LOCK_FREE;
  if (unlikely (gomp_lock_forker != GOMP_LOCK_NOBODY))
    return false;
  /* Acquire: pairs with the releases of gomp_lock_give_up, gomp_lock_pass and
     gomp_owned_release_whole.  */
  if (unlikely (!atomic_compare_exchange_strong_explicit (
          &lock->state, &expected, GOMP_LOCK_HELD, memory_order_acquire,
          memory_order_relaxed)))
    return false;
  atomic_store_explicit (&lock->owner, gomp_lock_owner (),
                         memory_order_relaxed);
  return true;
}

static inline void
gomp_owned_acquire_slowly (struct gomp_owned_lock *lock)
{
  if (unlikely (gomp_lock_forker != GOMP_LOCK_NOBODY))
    gomp_owned_acquire_whole (lock);
  else
    gomp_owned_contended (lock);
}

static inline void
gomp_owned_give_up (struct gomp_owned_lock *lock)
{
  if (unlikely (gomp_lock_forker != GOMP_LOCK_NOBODY))
    {
      gomp_owned_release_whole (lock);
      return;
    }
  atomic_store_explicit (&lock->owner, 0, memory_order_relaxed);
  gomp_lock_give_up (&lock->state);
}
#else
/* Without the owner.  */
struct gomp_owned_lock
{
  atomic_uint state;
};

static inline void
gomp_lock_forked (void)
{
}

static inline bool
gomp_owned_try_quickly (struct gomp_owned_lock *lock)
{
  return gomp_lock_try_quietly (&lock->state);
}

static inline void
gomp_owned_acquire_slowly (struct gomp_owned_lock *lock)
{
  gomp_lock_contended (&lock->state);
}

static inline void
gomp_owned_give_up (struct gomp_owned_lock *lock)
{
  gomp_lock_give_up (&lock->state);
}
#endif

#endif
