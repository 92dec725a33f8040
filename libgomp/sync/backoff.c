/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When a thread stands aside from a lock; see backoff.h.  Any thread.

   A thread that had to wait for a lock and comes back to find it held has had
   its section, has done what it does outside, and has fetched the lock's line
   twice at most, to release the lock and for the next attempt.  It also sees
   what one such fetch takes, by the attempt that gave it the lock.  Where the
   whole takes no longer than some of them, one thread alone has more sections
   done than several.  So each thread looks at that now and then in its waits,
   more seldom the longer nothing was found; if it is so often enough it stands
   aside from that lock the next times, and then looks anew.

   What a thread has seen lies in a table, by thread, as a lock has no room for
   it and waits are no time to ask for memory.  Two threads with the same entry
   take it from each other and see nothing.  Relaxed operations: each entry is
   one thread's but for that, and only hints.  */

#include "sync/backoff.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "arch/arch.h"
#include "os/os.h"
#include "sync/wait.h"

#define ENTRIES 64
/* Waits from one look to the next, at first and at most.  */
#define LEAST_WAITS 4
#define MOST_WAITS 256
/* Of so many looks so many have to find a rush.  */
#define LOOKS 16
#define RUSH_LOOKS 5
/* Times to stand aside then, and for how long.  */
#define ASIDES 256
#define ASIDE_NS 1500
/* A rush is over when nobody was met for so long.  */
#define OVER_NS (16 * ASIDE_NS)

struct gomp_rush
{
  GOMP_CACHE_ALIGNED _Atomic uintptr_t thread;
  _Atomic uintptr_t lock;
  _Atomic uint64_t since; /* when it got the lock, if it looked; or 0 */
  _Atomic uint64_t fetch; /* how long the attempt took then */
  atomic_uint waits;      /* until the next look */
  atomic_uint most_waits; /* from one to the next */
  atomic_uint looks;      /* of the LOOKS */
  atomic_uint found;      /* those that found a rush */
  atomic_uint asides;     /* times left to stand aside */
};

static struct gomp_rush entries[ENTRIES];

#define GET(field) atomic_load_explicit (&(field), memory_order_relaxed)
#define SET(field, value)                                                      \
  atomic_store_explicit (&(field), (value), memory_order_relaxed)

static inline struct gomp_rush *
entry_of (uintptr_t thread)
{
  return &entries[((thread >> 12) ^ (thread >> 18)) % ENTRIES];
}

static NOINLINE void
begin (struct gomp_rush *rush, uintptr_t thread, const void *lock)
{
  SET (rush->thread, thread);
  SET (rush->lock, (uintptr_t)lock);
  SET (rush->since, 0);
  SET (rush->waits, LEAST_WAITS);
  SET (rush->most_waits, LEAST_WAITS);
  SET (rush->looks, 0);
  SET (rush->found, 0);
  SET (rush->asides, 0);
}

static void
judge (struct gomp_rush *rush)
{
  unsigned waits = GET (rush->most_waits);
  if (GET (rush->found) >= RUSH_LOOKS)
    {
      SET (rush->asides, ASIDES);
      waits = LEAST_WAITS;
    }
  else if (waits < MOST_WAITS)
    waits *= 2;
  SET (rush->most_waits, waits);
  SET (rush->looks, 0);
  SET (rush->found, 0);
}

/* It got the lock at SINCE, and waits for it again.  */
static void
look (struct gomp_rush *rush, uint64_t since, unsigned fetches)
{
  uint64_t ns = os_time_ns () - since;
  if (ns < fetches * GET (rush->fetch))
    SET (rush->found, GET (rush->found) + 1);
  SET (rush->looks, GET (rush->looks) + 1);
  if (GET (rush->looks) == LOOKS)
    judge (rush);
  SET (rush->since, 0);
  SET (rush->waits, GET (rush->most_waits));
}

/* In a rush, having got the lock at SINCE, with so many ASIDES left: what the
   entry says by now may be another thread's.  */
static void
stand_aside (struct gomp_rush *rush, uint64_t since, unsigned asides)
{
  bool over = since != 0 && os_time_ns () - since > OVER_NS;
  SET (rush->asides, over ? 0 : asides - 1);
  SET (rush->since, 0);
  if (!over)
    gomp_spin_aside (ASIDE_NS);
}

struct gomp_rush *
gomp_rush_meet (const void *lock, unsigned fetches)
{
  uintptr_t thread = arch_thread ();
  struct gomp_rush *rush = entry_of (thread);
  if (unlikely (GET (rush->thread) != thread
                || GET (rush->lock) != (uintptr_t)lock))
    begin (rush, thread, lock);
  uint64_t since = GET (rush->since);
  unsigned asides = GET (rush->asides);
  if (asides != 0)
    {
      stand_aside (rush, since, asides);
      return rush;
    }
  if (since != 0)
    look (rush, since, fetches);
  unsigned waits = GET (rush->waits);
  /* Until an attempt gives it the lock.  */
  if (waits <= 1)
    return rush;
  SET (rush->waits, waits - 1);
  return NULL;
}

void
gomp_rush_pass (struct gomp_rush *rush, uint64_t before)
{
  uint64_t now = os_time_ns ();
  SET (rush->fetch, now - before);
  SET (rush->since, now);
}
