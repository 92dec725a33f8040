/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that take chunks from one counter, where these take little time.

   Chunks of a few nanoseconds take less on one CPU, which keeps the counter's
   line, than where several take it from each other: then it goes back and forth
   once for each chunk or two.  But an iteration must not be bound to a thread
   before that thread is ready for it, so none may take several at a time.
   Instead threads that meet rivals there stand aside for a while, all but one
   at most.  (Agarwal and Cherian, "Adaptive backoff synchronization
   techniques", ISCA 1989; Dice, Hendler and Mirsky, "Lightweight contention
   management for efficient compare-and-swap operations", Euro-Par 2013.)

   Whether that is better the thread finds out: it looks at the clock and the
   counter after some meetings, which tells what a chunk takes while all
   compete, stands aside, and looks again.  Unless the others took chunks faster
   meanwhile it competes on for a while, which gets longer with each failure.
   It does not try at all where chunks take long or not many are left, so what
   it can lose is a few microseconds of one thread.

   The same holds for ordered loops whose chunks are taken from a counter: there
   a chunk costs the line of its turn, too, and what lies outside the ordered
   regions has to take longer than both to be worth another thread.

   Owns the count of threads that stand aside; the rest is the thread's own.
   Relaxed operations: the counts tell nothing but numbers.  */

#include "os/os.h"
#include "sync/running.h"
#include "sync/spin.h"
#include "team/loop.h"

/* Meetings between the first looks.  */
#define SAMPLE 16
/* Chunks that take longer, from one taken by any thread to the next, are worth
   the line's way, or those of the counter and of the turn.  */
#define SHORT_CHUNK_NS 100
#define SHORT_ORDERED_CHUNK_NS 400
/* Stand aside for the time of so many chunks, at first and at most, and only if
   a multiple of them is left: in that time others may take that many.  */
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
fail (struct gomp_loop_rivals *rivals)
{
  if (rivals->penalty < LEAST_PENALTY)
    rivals->penalty = LEAST_PENALTY;
  rivals->meetings = rivals->penalty;
  if (rivals->penalty < MOST_PENALTY)
    rivals->penalty *= 2;
  rivals->since = 0;
  rivals->chunk_ns = 0;
}

static void
succeed (struct gomp_loop_rivals *rivals)
{
  rivals->penalty = LEAST_PENALTY;
  if (rivals->length < MOST_LENGTH)
    rivals->length *= 2;
}

/* TAKEN chunks in NS, without standing aside.  */
static bool
set_competing (struct gomp_loop_rivals *rivals, uint64_t taken, uint64_t ns,
               bool ordered)
{
  if (ns > taken * (ordered ? SHORT_ORDERED_CHUNK_NS : SHORT_CHUNK_NS))
    return false;
  rivals->chunk_ns = ns / taken + 1;
  rivals->length = LEAST_LENGTH;
  return true;
}

/* TAKEN chunks in NS since the last look.  Is it worth standing aside?  */
static bool
is_worth_it (struct gomp_loop_rivals *rivals, uint64_t taken, uint64_t ns,
             bool ordered)
{
  if (rivals->chunk_ns == 0)
    return set_competing (rivals, taken, ns, ordered);
  if (!rivals->aside)
    return true;
  if (4 * rivals->chunk_ns * taken < 5 * ns)
    return false;
  succeed (rivals);
  return true;
}

void
gomp_loop_consider_rivals (struct gomp_thread *self, struct gomp_workshare *ws)
{
  struct gomp_loop_rivals *rivals = &self->rivals;
  uint64_t next = self->loop.next;
  uint64_t now = os_time_ns ();
  uint64_t ns = now - rivals->since;
  uint64_t taken = next - rivals->first;
  bool begins = rivals->since == 0;
  rivals->since = now;
  rivals->first = next;
  rivals->meetings = SAMPLE;
  if (begins && rivals->chunk_ns == 0)
    return;
  if (!begins && !is_worth_it (rivals, taken, ns, ws->ordered))
    {
      fail (rivals);
      return;
    }
  rivals->meetings = 0;
  rivals->aside = next + (uint64_t)LEFT_LENGTHS * rivals->length < ws->chunks
                  && stand_aside (ws, rivals->length * rivals->chunk_ns);
}
