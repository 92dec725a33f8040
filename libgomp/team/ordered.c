/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Ordered regions (OpenMP 5.1 section 2.19.9).

   Owns the slots of a descriptor of an ordered loop.  Chunks are numbered in
   the order of the loop and take turns.  A thread passes its chunk's turn on
   before it takes another, so at any time fewer chunks than threads are out
   beyond the one whose turn it is, and as many slots as that tell each chunk
   apart: chunk k waits on slot k mod slots for the value k + 1.  A hand-over
   touches one line, and wakes exactly the thread that is next.  */

#include "team/loop.h"

#include "base/tsan.h"
#include "sync/wait.h"
#include "team/team.h"

struct turn
{
  GOMP_CACHE_ALIGNED struct gomp_wait_word word; /* number of the chunk + 1 */
};

unsigned
gomp_loop_slot_count (unsigned nthreads)
{
  unsigned n = 4;
  while (n < 2 * nthreads)
    n *= 2;
  return n;
}

void
gomp_ordered_setup (struct gomp_workshare *ws)
{
  unsigned n = gomp_loop_slot_count (ws->nthreads);
  struct turn *turns = gomp_workshare_slots (ws, n * sizeof (*turns));
  ws->slot_mask = n - 1;
  for (unsigned i = 0; i < n; i++)
    {
      atomic_store_explicit (&turns[i].word.value, i == 0,
                             memory_order_relaxed);
      atomic_store_explicit (&turns[i].word.sleepers, 0, memory_order_relaxed);
    }
}

static inline struct gomp_wait_word *
turn_of (struct gomp_workshare *ws, uint64_t chunk)
{
  struct turn *turns = ws->slots;
  return &turns[chunk & ws->slot_mask].word;
}

/* Nobody passes the turns of chunks on whose threads left a cancelled region:
   it is CHUNK's turn when it is that of the first of those right before it,
   which passing threads still leave in the slots.  */
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
  self->loop.awaits_turn = false;
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
