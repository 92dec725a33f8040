/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Cross-iteration dependences: ordered depend (source), depend (sink)
   (OpenMP 5.1 section 2.19.9.2).

   Owns the slots and extents of a descriptor of a doacross loop.  The chunks
   of the outermost loop are numbered in the order of the loop; the thread
   that has a chunk goes through its iterations in lexicographic order, so the
   chunk's progress is one number: how many iterations of the whole flattened
   space come before the first that is not posted.  Chunk k keeps it in slot
   k mod slots.  Since later chunks lie later in the space, a slot only ever
   grows: a waiter needs no more than "at least this far", also when the slot
   went on to a later chunk.

   A thread may write a slot only when the chunk in it before is complete; it
   waits for that when it takes a chunk, which bounds how far threads run
   ahead (there are two slots a thread).  An earlier chunk never waits for a
   later one, so this cannot lock up.

   A chunk's number must follow from an iteration's: guided loops have a table
   of their chunks.  */

#include "team/loop.h"

#include <string.h>

#include "base/mem.h"
#include "base/tsan.h"
#include "sync/wait.h"
#include "team/team.h"

/* The least that an iteration takes, and how far a waiter must be from its aim
   to look away, at most for FARTHEST of them.  */
#define ITERATION_NS 4
#define FAR 32
#define FARTHEST 4096

struct progress
{
  GOMP_CACHE_ALIGNED _Atomic uint64_t done; /* iterations before the first
                                               that is not posted */
  struct gomp_wait_word word; /* its low bits, or others than before, after
                                 it: what waiters sleep on */
};

static inline struct progress *
progress_of (struct gomp_workshare *ws, uint64_t chunk)
{
  struct progress *slots = ws->slots;
  return &slots[chunk & ws->slot_mask];
}

static void
reset (struct gomp_workshare *ws)
{
  unsigned n = gomp_loop_slot_count (ws->nthreads);
  struct progress *slots = gomp_workshare_slots (ws, n * sizeof (*slots));
  ws->slot_mask = n - 1;
  for (unsigned i = 0; i < n; i++)
    {
      atomic_store_explicit (&slots[i].done, 0, memory_order_relaxed);
      atomic_store_explicit (&slots[i].word.value, 0, memory_order_relaxed);
      atomic_store_explicit (&slots[i].word.sleepers, 0, memory_order_relaxed);
    }
}

void
gomp_doacross_setup (struct gomp_workshare *ws, const struct gomp_loop *loop)
{
  size_t size = loop->dimensions * sizeof (*ws->extents);
  if (ws->extents_size < size)
    {
      gomp_free (ws->extents);
      ws->extents = gomp_xalloc (size);
      ws->extents_size = size;
    }
  ws->dimensions = loop->dimensions;
  ws->inner = 1;
  for (unsigned i = 0; i < ws->dimensions; i++)
    {
      ws->extents[i] = loop->extents[i];
      if (i > 0)
        ws->inner *= ws->extents[i];
      if (ws->extents[i] == 0)
        ws->dimensions = 0;
    }
  if (ws->nthreads == 1)
    ws->dimensions = 0;
  else
    reset (ws);
}

unsigned
gomp_doacross_dimensions (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  return ws == NULL || !ws->doacross ? 0 : ws->dimensions;
}

/* The last chunk that begins at or before ITERATION.  */
static uint64_t
find_in_table (const struct gomp_workshare *ws, uint64_t iteration)
{
  uint64_t low = 0, high = ws->chunks;
  while (high - low > 1)
    {
      uint64_t middle = low + (high - low) / 2;
      if (ws->bounds[middle] <= iteration)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static uint64_t
chunk_of (const struct gomp_workshare *ws, uint64_t iteration)
{
  if (ws->share == GOMP_SHARE_TABLE)
    return find_in_table (ws, iteration);
  if (ws->share != GOMP_SHARE_BLOCK)
    return ws->chunk == 1 ? iteration : gomp_divide (iteration, ws->chunk);
  uint64_t size = gomp_divide (ws->count, ws->nthreads);
  uint64_t rest = ws->count - size * ws->nthreads;
  if (iteration < rest * (size + 1))
    return gomp_divide (iteration, size + 1);
  return rest + gomp_divide (iteration - rest * (size + 1), size);
}

/* Look away while MISSING iterations are done, which takes them a few
   nanoseconds each: a look takes the line away from the thread that posts
   them, and its stores wait until they have it back.  */
static void
look_away (uint64_t missing)
{
  if (missing < FAR)
    return;
  if (missing > FARTHEST)
    missing = FARTHEST;
  atomic_uint nothing = 0;
  gomp_wait_spin_for (&nothing, 0, missing * ITERATION_NS);
}

/* Wait until AIM iterations are done, as CHUNK's slot tells; what a thread that
   left a cancelled region owes counts as done.  */
static void
wait_for (struct gomp_thread *self, uint64_t chunk, uint64_t aim)
{
  struct progress *p = progress_of (self->workshare, chunk);
  for (;;)
    {
      unsigned seen = gomp_wait_value (&p->word);
      /* Acquire: pairs with the store in advance.  */
      uint64_t done = atomic_load_explicit (&p->done, memory_order_acquire);
      if (done >= aim)
        {
          gomp_tsan_acquire (p);
          return;
        }
      if (unlikely (gomp_team_cancelled (self->team))
          && gomp_loop_is_abandoned (self, chunk))
        return;
      gomp_workshare_wait (self, &p->word, seen);
      look_away (aim - done);
    }
}

/* Only the thread that has the slot's chunk.  It may still be about to write
   the word when the next chunk's thread has seen the slot complete and writes
   it: then the word only changes once too often.  A step over a multiple of
   2^32 iterations has to change it, too.  */
static void
advance (struct progress *p, uint64_t done)
{
  gomp_tsan_release (p);
  atomic_store_explicit (&p->done, done, memory_order_release);
  unsigned low = (unsigned)done;
  if (unlikely (atomic_load_explicit (&p->word.value, memory_order_relaxed)
                == low))
    low = ~low;
  gomp_workshare_post (&p->word, low);
}

void
gomp_doacross_post (struct gomp_thread *self, uint64_t flat)
{
  struct gomp_workshare *ws = self->workshare;
  advance (progress_of (ws, self->loop.chunk), flat + 1);
}

void
gomp_doacross_wait (struct gomp_thread *self, uint64_t first, uint64_t flat)
{
  struct gomp_workshare *ws = self->workshare;
  const struct gomp_loop_cursor *mine = &self->loop;
  if (first < mine->low || first >= mine->high)
    wait_for (self, chunk_of (ws, first), flat + 1);
}

/* If the last iteration was posted the slot may be another chunk's already.  */
void
gomp_doacross_finish (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  if (ws->dimensions == 0)
    return;
  struct progress *p = progress_of (ws, self->loop.chunk);
  uint64_t end = self->loop.high * ws->inner;
  if (atomic_load_explicit (&p->done, memory_order_relaxed) < end)
    advance (p, end);
}

void
gomp_doacross_begin (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  uint64_t chunk = self->loop.chunk;
  if (ws->dimensions == 0 || chunk <= ws->slot_mask)
    return;
  /* Where the chunk that had the slot before ended.  Those before the last
     are all of the same size but in the table, as blocks never come here.  */
  uint64_t after = chunk - ws->slot_mask;
  uint64_t end
      = ws->share == GOMP_SHARE_TABLE ? ws->bounds[after] : after * ws->chunk;
  wait_for (self, after - 1, end * ws->inner);
}
