/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptors of constructs: which thread sets one up, and its memory; see
   workshare.h.

   Within its segment (workshare_ring.h) a thread finds construct c in slot c
   mod GOMP_WORKSHARE_SEGMENT.  The slot's state word holds the serial number of
   the construct that it serves and a phase; the first thread to arrive claims
   it by compare-and-swap, which fails for all others.

   Model: testsuite/models/post.pml.  */

#include "team/workshare.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "base/tsan.h"
#include "team/hooks.h"
#include "team/workshare_ring.h"

#define LINES (2 * (size_t)GOMP_CACHE_LINE)

#define PHASE_SETUP 1 /* claimed, not set up yet */
#define PHASE_READY 2 /* set up */
#define STATE(serial, phase) ((serial)*4 + (phase))
#define SERIAL(state) ((state) / 4)

/* Earlier memory of slots, in a chain, so that it does not look leaked.  */
struct outgrown
{
  _Atomic (void *) next;
};

static bool
look_no_further (void *arg)
{
  (void)arg;
  return false;
}

static bool
asleep_in_construct (void *arg, bool entering)
{
  (void)arg;
  return entering;
}

unsigned
gomp_workshare_wait (struct gomp_thread *self, struct gomp_wait_word *word,
                     unsigned seen)
{
  const struct gomp_wait_poll poll
      = { .look = look_no_further,
          .asleep = asleep_in_construct,
          .habit = &self->turn,
          .most_ns = gomp_workshare_longest_wait () };
  return gomp_wait_while_polling (word, seen, &poll);
}

/* Begin the next construct; true: SELF claimed its descriptor, whose state is
   now the serial number with PHASE.  */
static inline bool
begin (struct gomp_thread *self, unsigned phase)
{
  struct gomp_workshare_ring *ring = self->team->ring;
  uint64_t serial = ++self->workshare_count;
  if (unlikely (serial % GOMP_WORKSHARE_SEGMENT == 0))
    gomp_workshare_ring_move_on (self, ring, serial);
  gomp_tsan_release (ring);
  struct gomp_workshare *slot
      = &self->segment->slots[serial % GOMP_WORKSHARE_SEGMENT];
  self->workshare = slot;
  /* Acquire: pairs with the release in gomp_workshare_ready.  */
  uint64_t old = atomic_load_explicit (&slot->state, memory_order_acquire);
  gomp_invariant (SERIAL (old) <= serial,
                  "construct %lu finds the descriptor of %lu",
                  (unsigned long)serial, (unsigned long)SERIAL (old));
  while (SERIAL (old) != serial)
    if (atomic_compare_exchange_weak_explicit (
            &slot->state, &old, STATE (serial, phase), memory_order_acq_rel,
            memory_order_acquire))
      return true;
  return false;
}

/* Outside any team there is one construct at a time.  */
static COLD bool
begin_alone (struct gomp_thread *self)
{
  if (self->solo == NULL)
    {
      self->solo
          = gomp_xalloc_aligned (2 * GOMP_CACHE_LINE, sizeof (*self->solo));
      memset (self->solo, 0, sizeof (*self->solo));
      self->solo->alone = true;
    }
  self->workshare = self->solo;
  self->workshare->nthreads = 1;
  return true;
}

void
gomp_workshare_solo_free (struct gomp_thread *self)
{
  struct gomp_workshare *solo = self->solo;
  if (solo == NULL)
    return;
  gomp_free (solo->slots);
  while (solo->outgrown != NULL)
    {
      struct outgrown *memory = solo->outgrown;
      solo->outgrown
          = atomic_load_explicit (&memory->next, memory_order_relaxed);
      gomp_free (memory);
    }
  gomp_free (solo->extents);
  gomp_free (solo->bounds);
  gomp_free (solo->shared_memory);
  gomp_free (solo);
  self->solo = NULL;
}

bool
gomp_workshare_claim (struct gomp_thread *self)
{
  if (unlikely (self->team == NULL))
    return begin_alone (self);
  return begin (self, PHASE_READY);
}

bool
gomp_workshare_enter (struct gomp_thread *self)
{
  if (unlikely (self->team == NULL))
    return begin_alone (self);
  if (begin (self, PHASE_SETUP))
    {
      /* Pairs with the release when it was set up for an earlier construct: it
         keeps memory, which this thread may replace.  */
      gomp_tsan_acquire (self->workshare);
      self->workshare->nthreads = self->team->nthreads;
      return true;
    }
  unsigned round = 0;
  /* Acquire: pairs with the release in gomp_workshare_ready.  */
  while ((atomic_load_explicit (&self->workshare->state, memory_order_acquire)
          & PHASE_READY)
         == 0)
    gomp_spin_round (&round);
  return false;
}

/* The slot may have been marked as diverted meanwhile.  */
void
gomp_workshare_ready (struct gomp_thread *self)
{
  gomp_tsan_release (self->workshare);
  gomp_invariant (self->team == NULL
                      || (atomic_load (&self->workshare->state) & PHASE_READY)
                             == 0,
                  "a construct is set up twice");
  if (likely (self->team != NULL))
    atomic_fetch_add_explicit (&self->workshare->state,
                               PHASE_READY - PHASE_SETUP, memory_order_release);
}

/* The threads start after this, and acquire it with their command.  */
static struct gomp_workshare *
first_slot (struct gomp_workshare_segment *segment, uint64_t serial)
{
  struct gomp_workshare *slot
      = &segment->slots[serial % GOMP_WORKSHARE_SEGMENT];
  atomic_store_explicit (&slot->state, STATE (serial, PHASE_READY),
                         memory_order_relaxed);
  return slot;
}

struct gomp_workshare *
gomp_workshare_first (struct gomp_thread *self, struct gomp_team *team)
{
  uint64_t serial = team->workshare_base + 1;
  if (serial % GOMP_WORKSHARE_SEGMENT == 0)
    {
      /* The threads will find that this has been done.  */
      struct gomp_workshare_segment *from = self->segment;
      gomp_workshare_ring_move_on (self, team->ring, serial);
      struct gomp_workshare_segment *next = self->segment;
      self->segment = from;
      return first_slot (next, serial);
    }
  return first_slot (self->segment, serial);
}

static void
keep_outgrown (struct gomp_workshare *ws)
{
  if (ws->slots == NULL)
    return;
  struct outgrown *memory = ws->slots;
  /* Atomic: a thread that waits may read its word, see cpu_waiters.c.  */
  atomic_store_explicit (&memory->next, ws->outgrown, memory_order_relaxed);
  ws->outgrown = memory;
}

void *
gomp_workshare_slots (struct gomp_workshare *ws, size_t size)
{
  if (unlikely (ws->slots_size < size))
    {
      keep_outgrown (ws);
      ws->slots = ws->alone ? gomp_xalloc_aligned (LINES, size)
                            : gomp_workshare_ring_memory (size);
      ws->slots_size = size;
    }
  return ws->slots;
}

/* SIZE zeroed bytes for the program.  */
static void *
shared_memory (struct gomp_workshare *ws, size_t size)
{
  if (ws->shared_size < size || ws->shared_memory == NULL)
    {
      gomp_free (ws->shared_memory);
      ws->shared_memory
          = gomp_xalloc_aligned (2 * GOMP_CACHE_LINE, size == 0 ? 1 : size);
      ws->shared_size = size;
    }
  memset (ws->shared_memory, 0, size);
  return ws->shared_memory;
}

void
gomp_workshare_extras (struct gomp_thread *self, bool first,
                       uintptr_t *reductions, void **mem)
{
  struct gomp_workshare *ws = self->workshare;
  /* All threads have left the earlier construct that used this memory.  */
  if (gomp_tsan_active () && self->team != NULL)
    gomp_tsan_acquire (first ? (void *)self->team->ring : &ws->shared);
  if (reductions != NULL)
    {
      gomp_tasking_workshare_begin (self, reductions, first,
                                    first ? NULL : ws->reductions);
      if (first)
        ws->reductions = reductions;
    }
  if (mem != NULL)
    {
      if (first)
        ws->shared = shared_memory (ws, (size_t)*mem);
      *mem = ws->shared;
    }
  if (first)
    gomp_tsan_release (&ws->shared);
}
