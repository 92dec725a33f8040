/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When a thread backs off from a lock; see backoff.h.  Any thread.

   Consider a thread that had to wait for a lock, and now comes back and finds
   it held again.  In between it has executed its section and the code outside,
   and has fetched the lock's cache line at most twice, to release the lock and
   for the next attempt.  The attempt that gave it the lock shows how long one
   such fetch takes.  If all of that takes no longer than a few fetches, one
   thread alone executes more sections than several together.  So each thread
   measures this now and then in its waits, less often the longer it finds
   nothing.  If it finds it often enough, the thread backs off from that lock
   the next times, and then measures again.

   A table, indexed by thread, holds the measurements, since a lock has no room
   for them and a wait must not allocate memory.  Two threads with the same
   entry overwrite each other's data and find nothing.  Relaxed operations:
   otherwise each entry belongs to one thread, and it holds only hints.  */

#include "sync/backoff.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "arch/arch.h"
#include "os/os.h"
#include "sync/wait.h"

#define ENTRIES 64
/* Waits from one measurement to the next, at first and at most.  */
#define LEAST_WAITS 4
#define MOST_WAITS 256
/* Of so many measurements so many have to find a burst (rows critical and
   lock).  */
#define LOOKS 16
#define BURST_LOOKS 5
/* How often to back off then, and for how long (rows critical and lock).  */
#define ASIDES 256
#define ASIDE_NS 1500
/* A burst is over if the thread met no other one for so long.  */
#define OVER_NS (16 * ASIDE_NS)

struct gomp_backoff
{
  GOMP_CACHE_ALIGNED _Atomic uintptr_t thread;
  _Atomic uintptr_t lock;
  _Atomic uint64_t since; /* when it got the lock, if it measures; or 0 */
  _Atomic uint64_t fetch; /* how long the attempt took then */
  atomic_uint waits;      /* until the next look */
  atomic_uint most_waits; /* from one to the next */
  atomic_uint looks;      /* of the LOOKS */
  atomic_uint found;      /* those that found a burst */
  atomic_uint asides;     /* times left to back off */
};

static struct gomp_backoff entries[ENTRIES];

#define GET(field) atomic_load_explicit (&(field), memory_order_relaxed)
#define SET(field, value)                                                      \
  atomic_store_explicit (&(field), (value), memory_order_relaxed)

static inline struct gomp_backoff *
entry_of (uintptr_t thread)
{
  return &entries[((thread >> 12) ^ (thread >> 18)) % ENTRIES];
}

static NOINLINE void
begin (struct gomp_backoff *entry, uintptr_t thread, const void *lock)
{
  SET (entry->thread, thread);
  SET (entry->lock, (uintptr_t)lock);
  SET (entry->since, 0);
  SET (entry->waits, LEAST_WAITS);
  SET (entry->most_waits, LEAST_WAITS);
  SET (entry->looks, 0);
  SET (entry->found, 0);
  SET (entry->asides, 0);
}

static void
judge (struct gomp_backoff *entry)
{
  unsigned waits = GET (entry->most_waits);
  if (GET (entry->found) >= BURST_LOOKS)
    {
      SET (entry->asides, ASIDES);
      waits = LEAST_WAITS;
    }
  else if (waits < MOST_WAITS)
    waits *= 2;
  SET (entry->most_waits, waits);
  SET (entry->looks, 0);
  SET (entry->found, 0);
}

/* It got the lock at SINCE, and waits for it again.  */
static void
look (struct gomp_backoff *entry, uint64_t since, unsigned fetches)
{
  uint64_t ns = os_time_ns () - since;
  if (ns < fetches * GET (entry->fetch))
    SET (entry->found, GET (entry->found) + 1);
  SET (entry->looks, GET (entry->looks) + 1);
  if (GET (entry->looks) == LOOKS)
    judge (entry);
  SET (entry->since, 0);
  SET (entry->waits, GET (entry->most_waits));
}

/* In a burst, having got the lock at SINCE, with so many ASIDES left.  The
   entry itself may by now have another thread's data.  */
static void
stand_aside (struct gomp_backoff *entry, uint64_t since, unsigned asides)
{
  bool over = since != 0 && os_time_ns () - since > OVER_NS;
  SET (entry->asides, over ? 0 : asides - 1);
  SET (entry->since, 0);
  if (!over)
    gomp_spin_aside (ASIDE_NS);
}

struct gomp_backoff *
gomp_backoff_meet (const void *lock, unsigned fetches)
{
  uintptr_t thread = arch_thread ();
  struct gomp_backoff *entry = entry_of (thread);
  if (unlikely (GET (entry->thread) != thread
                || GET (entry->lock) != (uintptr_t)lock))
    begin (entry, thread, lock);
  uint64_t since = GET (entry->since);
  unsigned asides = GET (entry->asides);
  if (asides != 0)
    {
      stand_aside (entry, since, asides);
      return entry;
    }
  if (since != 0)
    look (entry, since, fetches);
  unsigned waits = GET (entry->waits);
  /* Until an attempt gives it the lock.  */
  if (waits <= 1)
    return entry;
  SET (entry->waits, waits - 1);
  return NULL;
}

void
gomp_backoff_pass (struct gomp_backoff *entry, uint64_t before)
{
  uint64_t now = os_time_ns ();
  SET (entry->fetch, now - before);
  SET (entry->since, now);
}
