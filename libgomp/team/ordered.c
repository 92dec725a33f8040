/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Ordered regions (OpenMP 5.1 section 2.19.9).

   Owns the slots of a descriptor of an ordered loop.  Chunks are numbered in
   the order of the loop and take turns.  A thread passes its chunk's turn on
   before it takes another.  So at any time, beyond the chunk whose turn it is,
   fewer chunks than threads are out, and that many slots suffice to distinguish
   them: chunk k waits on slot k mod slots for the value k + 1.  A hand-over
   touches one cache line, and wakes exactly the next thread.

   If threads outnumber CPUs, a thread that takes a chunk just before it loses
   its CPU holds up all others, and each turn costs a switch between threads.
   So while chunks of a queue take little time, only one thread on each CPU
   takes any; others that arrive there sleep.  Each thread records the CPU on
   which it takes chunks; it does no harm if two record the same one at the same
   time.  A word says that the sleepers need not come back, since all chunks are
   taken.  */

#include "team/loop.h"

#include "base/tsan.h"
#include "os/os.h"
#include "sync/running.h"
#include "sync/wait.h"
#include "team/team.h"

struct turn
{
  GOMP_CACHE_ALIGNED struct gomp_wait_word word; /* number of the chunk + 1 */
};

/* A thread among those that take chunks.  */
struct taker
{
  atomic_uint cpu; /* the CPU where it takes chunks, + 1, or 0; all threads read
                      it */
  unsigned shares; /* chunks that it takes although another thread does so on
                      that CPU */
};

/* Stored in the slots of an ordered loop, after the turns.  */
struct crowd
{
  GOMP_CACHE_ALIGNED struct gomp_wait_word end; /* 1: all chunks are taken */
  GOMP_CACHE_ALIGNED struct taker takers[];     /* by thread */
};

/* Chunks that are taken less often are worth a switch each (row ordered-dynamic
   with more threads than CPUs).  */
#define SHORT_CHUNK_NS 2000
/* So many are then taken before the next check (the same row).  */
#define SHARES 64
/* How long a thread without a chunk measures how fast chunks are taken, before
   it sleeps and between two checks.  */
#define TRIAL_NS 20000
#define PAUSE_NS 2000000

unsigned
gomp_loop_slot_count (unsigned nthreads)
{
  unsigned n = 4;
  while (n < 2 * nthreads)
    n *= 2;
  return n;
}

static inline struct crowd *
crowd_of (struct gomp_workshare *ws)
{
  struct turn *turns = ws->slots;
  return (struct crowd *)(void *)(turns + ws->slot_mask + 1);
}

void
gomp_ordered_setup (struct gomp_workshare *ws)
{
  unsigned n = gomp_loop_slot_count (ws->nthreads);
  struct turn *turns
      = gomp_workshare_slots (ws, n * sizeof (*turns) + sizeof (struct crowd)
                                      + ws->nthreads * sizeof (struct taker));
  ws->slot_mask = n - 1;
  for (unsigned i = 0; i < n; i++)
    gomp_wait_init (&turns[i].word, i == 0);
  struct crowd *crowd = crowd_of (ws);
  gomp_wait_init (&crowd->end, 0);
  for (unsigned i = 0; i < ws->nthreads; i++)
    {
      atomic_store_explicit (&crowd->takers[i].cpu, 0, memory_order_relaxed);
      crowd->takers[i].shares = 0;
    }
}

static inline struct gomp_wait_word *
turn_of (struct gomp_workshare *ws, uint64_t chunk)
{
  struct turn *turns = ws->slots;
  return &turns[chunk & ws->slot_mask].word;
}

/* Does a thread other than SELF take chunks on CPU?  */
static bool
is_taken (struct gomp_thread *self, unsigned cpu)
{
  struct gomp_workshare *ws = self->workshare;
  struct crowd *crowd = crowd_of (ws);
  for (unsigned i = 0; i < ws->nthreads; i++)
    if (i != self->thread_num
        && atomic_load_explicit (&crowd->takers[i].cpu, memory_order_relaxed)
               == cpu + 1)
      return true;
  return false;
}

/* Sleep until all chunks are taken or SELF moves to another CPU; false if
   chunks take long.  Relaxed: the counter only shows how fast the others
   are.  */
static bool
stand_back (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  struct gomp_wait_word *end = &crowd_of (ws)->end;
  uint64_t start = os_time_ns ();
  uint64_t next = atomic_load_explicit (&ws->next, memory_order_relaxed);
  unsigned ended = gomp_spin_for (&end->value, 0, TRIAL_NS);
  while (ended == 0 && is_taken (self, os_current_cpu ()))
    {
      uint64_t last = next;
      next = atomic_load_explicit (&ws->next, memory_order_relaxed);
      uint64_t passed = os_time_ns () - start;
      if ((next - last) * SHORT_CHUNK_NS < passed)
        return false;
      start += passed;
      ended = gomp_wait_sleep (end, 0, GOMP_WAIT_PRIVATE, PAUSE_NS);
    }
  return true;
}

/* Threads outnumber CPUs.  */
static COLD void
find_cpu (struct gomp_thread *self)
{
  struct taker *taker = &crowd_of (self->workshare)->takers[self->thread_num];
  unsigned taken = atomic_load_explicit (&taker->cpu, memory_order_relaxed);
  unsigned cpu = os_current_cpu ();
  if (taker->shares == 1)
    taken = 0;
  if (taker->shares != 0)
    taker->shares--;
  if (taken == cpu + 1)
    return;
  if (is_taken (self, cpu))
    {
      atomic_store_explicit (&taker->cpu, 0, memory_order_relaxed);
      if (!stand_back (self))
        taker->shares = SHARES;
      cpu = os_current_cpu ();
    }
  atomic_store_explicit (&taker->cpu, cpu + 1, memory_order_relaxed);
}

uint64_t
gomp_ordered_number (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  if (unlikely (gomp_running_crowded ()))
    find_cpu (self);
  if (unlikely (self->loop_backoff.meetings < 0))
    gomp_loop_backoff_consider (self, ws);
  uint64_t number = gomp_loop_count (self, ws);
  if (unlikely (number >= ws->chunks))
    {
      struct gomp_wait_word *end = &crowd_of (ws)->end;
      if (gomp_wait_value (end) == 0)
        gomp_wait_set (end, 1, GOMP_WAIT_PRIVATE);
    }
  return number;
}

/* If threads left a cancelled region, the turns of their chunks are not passed
   on.  So CHUNK's turn comes together with that of the first of such chunks
   right before it, which passing threads still leave in the slots.  */
static COLD bool
is_due (struct gomp_thread *self, uint64_t chunk)
{
  uint64_t first = chunk;
  while (first > 0 && gomp_loop_is_abandoned (self, first - 1))
    first--;
  return first == 0
         || gomp_wait_value (turn_of (self->workshare, first))
                == (unsigned)(first + 1);
}

static void
wait_turn (struct gomp_thread *self, uint64_t chunk)
{
  struct gomp_wait_word *word = turn_of (self->workshare, chunk);
  unsigned mine = (unsigned)(chunk + 1);
  unsigned value = gomp_wait_value (word);
  while (value != mine)
    {
      if (unlikely (gomp_team_cancelled (self->team)) && is_due (self, chunk))
        return;
      value = gomp_workshare_wait (self, word, value);
    }
  gomp_tsan_acquire (word);
}

static void
pass_turn (struct gomp_workshare *ws, uint64_t chunk)
{
  struct gomp_wait_word *next = turn_of (ws, chunk + 1);
  gomp_tsan_release (next);
  gomp_workshare_post (next, (unsigned)(chunk + 2));
}

void
gomp_ordered_wait (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  self->loop.ordered &= ~GOMP_ORDERED_AWAITED;
  if (ws != NULL && ws->ordered && self->loop.holds_chunk)
    wait_turn (self, self->loop.chunk);
}

void
gomp_ordered_pass (struct gomp_thread *self)
{
  gomp_ordered_enter (self);
  pass_turn (self->workshare, self->loop.chunk);
}

void
gomp_ordered_exhausted (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  if (ws == NULL || !ws->ordered || !self->loop.holds_chunk)
    return;
  pass_turn (ws, self->loop.chunk);
  self->loop.holds_chunk = false;
}
