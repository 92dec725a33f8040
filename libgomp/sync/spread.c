/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Moving threads apart; see spread.h.

   Owns the time of the next attempt.  The thread that advances this time makes
   the attempt; it may be any of the movable threads.  Quick attempts may take a
   fiftieth of the time.  If an attempt took a time slice, another process keeps
   the new CPU busy: the thread goes back, since its team runs better without
   that, and the next attempt comes much later.  If the system refuses (a
   container, a security module), there are no more attempts; a CPU that the
   process has just lost does not count as a refusal.  */

#include "sync/spread.h"

#include <errno.h>
#include <string.h>

#include "os/cpu.h"
#include "os/os.h"

#define SLICE_NS 1000000u
/* The least time between two attempts, and after one that found nothing to do;
   and the factors of the last attempt's time, quick or slow, before the
   next.  */
#define PERIOD_NS 2000000u
#define CALM_NS 20000000u
/* The system does not let the process move its threads.  */
#define NEVER UINT64_MAX
#define QUICK_PAUSE 50
#define SLOW_PAUSE 500
/* For a quick one, if much is known to have changed (rows work-*).  */
#define LEAST_PAUSE 20
#define CPUS (GOMP_MASK_WORDS * GOMP_WORD_BITS)

struct gomp_spread gomp_spread = { .next_at = UINT64_MAX };

/* Store in the zeroed TO the CPUs of MASK with the fewest THREADS; returns how
   many threads each of them has.  */
static unsigned
find_free (const unsigned long *mask, const unsigned short *threads,
           unsigned long *to)
{
  unsigned least = UINT16_MAX;
  for (size_t cpu = 0; cpu < CPUS; cpu++)
    if (gomp_mask_has (mask, GOMP_MASK_WORDS, cpu) && threads[cpu] < least)
      least = threads[cpu];
  for (size_t cpu = 0; cpu < CPUS; cpu++)
    if (gomp_mask_has (mask, GOMP_MASK_WORDS, cpu) && threads[cpu] == least)
      gomp_mask_add (to, cpu);
  return least;
}

/* Does another process keep this CPU busy?  Work of the idle class also takes a
   first yield, but not a second one.  */
static bool
is_busy (void)
{
  for (int i = 0; i < 2; i++)
    {
      uint64_t before = os_time_ns ();
      os_yield ();
      if (os_time_ns () - before < SLICE_NS)
        return false;
    }
  return true;
}

/* Put the thread on a CPU of TO, and back to HERE if that is busy; returns when
   the next attempt is due, from now.  */
static uint64_t
move (const unsigned long *mask, unsigned long *to, unsigned here)
{
  int err = os_migrate_thread (mask, to, GOMP_MASK_WORDS);
  if (err != 0)
    return err == EINVAL ? CALM_NS : NEVER;
  if (is_busy ())
    {
      memset (to, 0, GOMP_MASK_WORDS * sizeof (*to));
      gomp_mask_add (to, here);
      os_migrate_thread (mask, to, GOMP_MASK_WORDS);
    }
  return PERIOD_NS;
}

/* The same, if there is somewhere to go.  PARTNERS: how many threads of other
   processes share this CPU for sure.  */
static uint64_t
look_around (unsigned partners)
{
  unsigned long mask[GOMP_MASK_WORDS] = { 0 };
  unsigned long to[GOMP_MASK_WORDS] = { 0 };
  unsigned short threads[CPUS];
  if (os_affinity_read (0, mask, GOMP_MASK_WORDS) != 0
      || os_threads_count (threads, CPUS) != 0)
    return CALM_NS;
  unsigned least = find_free (mask, threads, to);
  unsigned here = os_current_cpu ();
  if (here >= CPUS || threads[here] + partners < least + 2)
    return partners == 0 ? CALM_NS : PERIOD_NS;
  return move (mask, to, here);
}

static void
try_to_part (uint64_t now, unsigned partners)
{
  struct gomp_spread *p = &gomp_spread;
  uint64_t due = atomic_load_explicit (&p->next_at, memory_order_relaxed);
  if (now < due
      || !atomic_compare_exchange_strong_explicit (
          &p->next_at, &due, UINT64_MAX, memory_order_relaxed,
          memory_order_relaxed)
      || !os_migrate_is_allowed ())
    return;
  atomic_store_explicit (&p->moving, true, memory_order_relaxed);
  uint64_t least = look_around (partners);
  atomic_store_explicit (&p->moving, false, memory_order_relaxed);
  if (least == NEVER)
    return;
  uint64_t end = os_time_ns ();
  uint64_t took = end - now;
  bool quick = took < SLICE_NS;
  uint64_t pause = took * (quick ? QUICK_PAUSE : SLOW_PAUSE);
  atomic_store_explicit (&p->rested_at,
                         quick ? end + took * LEAST_PAUSE : end + pause,
                         memory_order_relaxed);
  if (pause < least)
    pause = least;
  atomic_store_explicit (&p->next_at, end + pause, memory_order_relaxed);
}

void
gomp_spread_try (uint64_t now)
{
  try_to_part (now, 0);
}

void
gomp_spread_from_partner (uint64_t now)
{
  try_to_part (now, 1);
}

/* Not where none is made, or one just now.  */
void
gomp_spread_soon (void)
{
  struct gomp_spread *p = &gomp_spread;
  uint64_t rested = atomic_load_explicit (&p->rested_at, memory_order_relaxed);
  uint64_t due = atomic_load_explicit (&p->next_at, memory_order_relaxed);
  if (due > rested && due != UINT64_MAX)
    atomic_compare_exchange_strong_explicit (
        &p->next_at, &due, rested, memory_order_relaxed, memory_order_relaxed);
}

void
gomp_spread_forked (void)
{
  struct gomp_spread *p = &gomp_spread;
  if (atomic_exchange_explicit (&p->moving, false, memory_order_relaxed))
    atomic_store_explicit (&p->next_at, 0, memory_order_relaxed);
}
