/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Backing off from a common counter of short chunks.

   Chunks of a few nanoseconds take less time on one CPU, which keeps the
   counter's cache line, than if several CPUs take the line from each other:
   then it moves for each chunk or two.  But an iteration must not be bound to a
   thread before that thread is ready for it, so no thread may take several
   chunks at a time.  Instead, threads that meet others at the counter back off
   for a while, all but at most one.  (Agarwal and Cherian, "Adaptive backoff
   synchronization techniques", ISCA 1989; Dice, Hendler and Mirsky,
   "Lightweight contention management for efficient compare-and-swap
   operations", Euro-Par 2013.)

   Each thread measures whether this helps.  After some meetings it reads the
   clock and the counter, which shows the time of a chunk while all compete; it
   backs off, and reads them again.  Unless the others took chunks faster
   meanwhile, it goes on competing for a while, which gets longer with each
   failure.  It does not try if chunks take long or few are left, so it can lose
   only a few microseconds of one thread.

   The same holds for ordered loops whose chunks are taken from a counter.
   There a chunk also costs the cache line of its turn, and the code outside the
   ordered regions must take longer than both to be worth another thread.

   Owns the count of threads that back off; the rest is private to the thread.
   Relaxed operations: the counts order no other data.  */

#include "os/os.h"
#include "sync/running.h"
#include "sync/spin.h"
#include "team/loop.h"

/* Meetings between the first looks.  */
#define SAMPLE 16
/* Chunks that take longer, from one taken by any thread to the next, are worth
   the transfer of the line (row for-monotonic), or those of the counter and of
   the turn (row ordered-dynamic).  */
#define SHORT_CHUNK_NS 100
#define SHORT_ORDERED_CHUNK_NS 400
/* Back off for the time of so many chunks, at first and at most (row
   for-monotonic), and only if a multiple of them is left: in that time others
   may take that many.  */
#define LEAST_LENGTH 16
#define MOST_LENGTH 64
#define LEFT_LENGTHS 8
/* Meetings after a failure, at first and at most.  */
#define LEAST_PENALTY 64
#define MOST_PENALTY 4096

/* False: all others do that have a CPU.  */
static bool
stand_aside (struct gomp_workshare *ws, uint64_t ns)
{
  unsigned cpus = gomp_running_cpus ();
  unsigned running = ws->nthreads < cpus ? ws->nthreads : cpus;
  unsigned aside = atomic_load_explicit (&ws->aside, memory_order_relaxed);
  do
    if (aside + 1 >= running)
      return false;
  while (!atomic_compare_exchange_weak_explicit (&ws->aside, &aside, aside + 1,
                                                 memory_order_relaxed,
                                                 memory_order_relaxed));
  gomp_spin_aside (ns);
  atomic_fetch_sub_explicit (&ws->aside, 1, memory_order_relaxed);
  return true;
}

/* Compete.  */
static void
fail (struct gomp_loop_backoff *backoff)
{
  if (backoff->penalty < LEAST_PENALTY)
    backoff->penalty = LEAST_PENALTY;
  backoff->meetings = backoff->penalty;
  if (backoff->penalty < MOST_PENALTY)
    backoff->penalty *= 2;
  backoff->since = 0;
  backoff->chunk_ns = 0;
}

static void
succeed (struct gomp_loop_backoff *backoff)
{
  backoff->penalty = LEAST_PENALTY;
  if (backoff->length < MOST_LENGTH)
    backoff->length *= 2;
}

/* TAKEN chunks in NS, without backing off.  */
static bool
set_competing (struct gomp_loop_backoff *backoff, uint64_t taken, uint64_t ns,
               bool ordered)
{
  if (ns > taken * (ordered ? SHORT_ORDERED_CHUNK_NS : SHORT_CHUNK_NS))
    return false;
  backoff->chunk_ns = ns / taken + 1;
  backoff->length = LEAST_LENGTH;
  return true;
}

/* TAKEN chunks in NS since the last measurement.  Is it worth backing off?  */
static bool
is_worth_it (struct gomp_loop_backoff *backoff, uint64_t taken, uint64_t ns,
             bool ordered)
{
  if (backoff->chunk_ns == 0)
    return set_competing (backoff, taken, ns, ordered);
  if (!backoff->aside)
    return true;
  if (4 * backoff->chunk_ns * taken < 5 * ns)
    return false;
  succeed (backoff);
  return true;
}

void
gomp_loop_backoff_consider (struct gomp_thread *self, struct gomp_workshare *ws)
{
  struct gomp_loop_backoff *backoff = &self->loop_backoff;
  uint64_t next = self->loop.next;
  uint64_t now = os_time_ns ();
  uint64_t ns = now - backoff->since;
  uint64_t taken = next - backoff->first;
  bool begins = backoff->since == 0;
  backoff->since = now;
  backoff->first = next;
  backoff->meetings = SAMPLE;
  if (begins && backoff->chunk_ns == 0)
    return;
  if (!begins && !is_worth_it (backoff, taken, ns, ws->ordered))
    {
      fail (backoff);
      return;
    }
  backoff->meetings = 0;
  backoff->aside = next + (uint64_t)LEFT_LENGTHS * backoff->length < ws->chunks
                   && stand_aside (ws, backoff->length * backoff->chunk_ns);
}
