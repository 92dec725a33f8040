/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finding the descriptor of a construct; see workshare.h.

   Owns the ring of descriptors of each team.  Construct number c lives in slot
   c mod RING_SLOTS.  The slot's state word holds the serial number of the
   construct that it serves and a phase; the first thread to arrive claims it
   by compare-and-swap, which fails for all others.

   When may a slot be taken over?  When all threads have left the construct in
   it.  Nobody counts leavers: since all threads meet the same constructs and
   barriers, whatever came before the last barrier is left by all, so for
   RING_SLOTS constructs after a barrier the question does not arise.  In a
   longer run of nowait constructs it is answered by the threads' progress:
   each thread writes, in a line of its own, which construct it has begun, and
   the least of these, kept in `least', tells what all have left (as readers
   of a Disruptor ring do: Thompson et al., "Disruptor: High performance
   alternative to bounded queues", 2011).

   A thread may still run ahead without bound: where the slot cannot be taken
   over, the construct gets a descriptor of the spill list, under the ring's
   mutex.  The slot is then marked as diverted, so that no claim of the
   fast path can succeed in it, until a later construct claims it under the
   mutex; by then all threads have left the diverted ones.  */

#include "team/workshare.h"

#include <string.h>

#include "base/mem.h"
#include "team/hooks.h"

#define RING_SLOTS 8

#define PHASE_SETUP 1    /* claimed, not set up yet */
#define PHASE_READY 2    /* set up */
#define PHASE_DIVERTED 4 /* a later construct is in the spill list */
#define STATE(serial, phase) ((serial)*8 + (phase))
#define SERIAL(state) ((state) / 8)

struct progress
{
  GOMP_CACHE_ALIGNED _Atomic uint64_t begun; /* last construct begun */
};

struct gomp_workshare_ring
{
  struct gomp_workshare slots[RING_SLOTS];
  struct gomp_mutex lock;         /* guards spilled and diverted slots */
  struct gomp_workshare *spilled; /* descriptors beside the ring */
  _Atomic uint64_t least;         /* all threads have begun this construct */
  unsigned capacity;              /* length of progress */
  struct progress progress[];     /* by thread number */
};

size_t
gomp_workshare_ring_size (unsigned capacity)
{
  return sizeof (struct gomp_workshare_ring)
         + capacity * sizeof (struct progress);
}

static void
fini (struct gomp_workshare *ws)
{
  gomp_free (ws->slots);
  gomp_free (ws->extents);
  gomp_free (ws->shared_memory);
}

void
gomp_workshare_ring_fini (struct gomp_workshare_ring *ring)
{
  for (unsigned i = 0; i < RING_SLOTS; i++)
    fini (&ring->slots[i]);
  while (ring->spilled != NULL)
    {
      struct gomp_workshare *ws = ring->spilled;
      ring->spilled = ws->next_spilled;
      fini (ws);
      gomp_free (ws);
    }
}

/* Threads of a cancelled region have begun different numbers of constructs:
   go far beyond all of them.  */
uint64_t
gomp_workshare_ring_skip (struct gomp_workshare_ring *ring, uint64_t serial)
{
  (void)ring;
  return serial + (UINT64_C (1) << 32);
}

/* The construct that all threads have begun: everything before is left.  */
static uint64_t
find_least (struct gomp_thread *self, struct gomp_workshare_ring *ring)
{
  uint64_t least = UINT64_MAX;
  for (unsigned i = 0; i < self->team->nthreads; i++)
    {
      /* Acquire: pairs with the store in begin.  */
      uint64_t begun = atomic_load_explicit (&ring->progress[i].begun,
                                             memory_order_acquire);
      if (begun < least)
        least = begun;
    }
  if (least < self->workshare_base)
    least = self->workshare_base;
  atomic_store_explicit (&ring->least, least, memory_order_release);
  return least;
}

/* Have all threads left construct SERIAL - RING_SLOTS?  */
static inline bool
slot_is_free (struct gomp_thread *self, struct gomp_workshare_ring *ring,
              uint64_t serial)
{
  if (likely (serial - self->workshare_base <= RING_SLOTS))
    return true;
  uint64_t needed = serial - RING_SLOTS + 1;
  return atomic_load_explicit (&ring->least, memory_order_acquire) >= needed
         || find_least (self, ring) >= needed;
}

static struct gomp_workshare *
find_spilled (struct gomp_workshare_ring *ring, uint64_t serial)
{
  struct gomp_workshare *ws = ring->spilled;
  while (ws != NULL
         && SERIAL (atomic_load_explicit (&ws->state, memory_order_relaxed))
                != serial)
    ws = ws->next_spilled;
  return ws;
}

/* A descriptor of the spill list that all threads have left, or a new one.  */
static struct gomp_workshare *
take_spilled (struct gomp_workshare_ring *ring, uint64_t least)
{
  struct gomp_workshare *ws = ring->spilled;
  while (ws != NULL
         && SERIAL (atomic_load_explicit (&ws->state, memory_order_relaxed))
                >= least)
    ws = ws->next_spilled;
  if (ws == NULL)
    {
      ws = gomp_xalloc_aligned (2 * GOMP_CACHE_LINE, sizeof (*ws));
      memset (ws, 0, sizeof (*ws));
      ws->next_spilled = ring->spilled;
      ring->spilled = ws;
    }
  return ws;
}

/* Under the mutex: find or claim a descriptor for SERIAL, by preference SLOT.
   True: claimed.  */
static bool
claim_locked (struct gomp_thread *self, struct gomp_workshare_ring *ring,
              struct gomp_workshare *slot, uint64_t serial, uint64_t claimed)
{
  self->workshare = find_spilled (ring, serial);
  if (self->workshare != NULL)
    return false;
  uint64_t old = atomic_load_explicit (&slot->state, memory_order_acquire);
  bool reuse = slot_is_free (self, ring, serial);
  for (;;)
    {
      if (SERIAL (old) == serial)
        {
          self->workshare = slot;
          return false;
        }
      if (atomic_compare_exchange_strong (
              &slot->state, &old, reuse ? claimed : (old | PHASE_DIVERTED)))
        break;
    }
  if (!reuse)
    {
      uint64_t least
          = atomic_load_explicit (&ring->least, memory_order_relaxed);
      slot = take_spilled (ring, least);
      atomic_store_explicit (&slot->state, claimed, memory_order_relaxed);
    }
  self->workshare = slot;
  return true;
}

static COLD bool
claim_slowly (struct gomp_thread *self, struct gomp_workshare_ring *ring,
              struct gomp_workshare *slot, uint64_t serial, uint64_t claimed)
{
  gomp_mutex_lock (&ring->lock);
  bool first = claim_locked (self, ring, slot, serial, claimed);
  gomp_mutex_unlock (&ring->lock);
  return first;
}

/* Begin the next construct; true: SELF claimed its descriptor, whose state is
   now the serial number with PHASE.  */
static inline bool
begin (struct gomp_thread *self, unsigned phase)
{
  struct gomp_workshare_ring *ring = self->team->ring;
  uint64_t serial = ++self->workshare_count;
  struct gomp_workshare *slot = &ring->slots[serial % RING_SLOTS];
  uint64_t claimed = STATE (serial, phase);
  /* Release: what this thread did in earlier constructs comes before their
     descriptors are used again.  Pairs with the acquire in find_least.  */
  atomic_store_explicit (&ring->progress[self->thread_num].begun, serial,
                         memory_order_release);
  /* Acquire: pairs with the release in gomp_workshare_ready.  */
  uint64_t old = atomic_load_explicit (&slot->state, memory_order_acquire);
  while (SERIAL (old) < serial)
    {
      if (unlikely ((old & PHASE_DIVERTED) != 0
                    || !slot_is_free (self, ring, serial)))
        return claim_slowly (self, ring, slot, serial, claimed);
      if (atomic_compare_exchange_weak_explicit (&slot->state, &old, claimed,
                                                 memory_order_acq_rel,
                                                 memory_order_acquire))
        {
          self->workshare = slot;
          return true;
        }
    }
  if (unlikely (SERIAL (old) != serial))
    return claim_slowly (self, ring, slot, serial, claimed);
  self->workshare = slot;
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
    }
  self->workshare = self->solo;
  self->workshare->nthreads = 1;
  return true;
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
      self->workshare->nthreads = self->team->nthreads;
      return true;
    }
  unsigned round = 0;
  /* Acquire: pairs with the release in gomp_workshare_ready.  */
  while ((atomic_load_explicit (&self->workshare->state, memory_order_acquire)
          & PHASE_READY)
         == 0)
    gomp_wait_round (&round);
  return false;
}

/* The slot may have been marked as diverted meanwhile.  */
void
gomp_workshare_ready (struct gomp_thread *self)
{
  if (likely (self->team != NULL))
    atomic_fetch_add_explicit (&self->workshare->state,
                               PHASE_READY - PHASE_SETUP, memory_order_release);
}

/* The word holds the low bits of the serial number of the construct whose data
   are there.  */
void
gomp_workshare_publish (struct gomp_thread *self, void *data)
{
  struct gomp_workshare *ws = self->workshare;
  ws->published_data = data;
  gomp_wait_set (&ws->published, (unsigned)self->workshare_count,
                 GOMP_WAIT_PRIVATE);
}

void *
gomp_workshare_published (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  unsigned mine = (unsigned)self->workshare_count;
  unsigned value = gomp_wait_value (&ws->published);
  while (value != mine)
    value = gomp_wait_while (&ws->published, value, GOMP_WAIT_PRIVATE);
  return ws->published_data;
}

struct gomp_workshare *
gomp_workshare_first (struct gomp_team *team)
{
  uint64_t serial = team->workshare_base + 1;
  struct gomp_workshare *slot = &team->ring->slots[serial % RING_SLOTS];
  /* The threads start after this, and acquire it with their command.  */
  atomic_store_explicit (&slot->state, STATE (serial, PHASE_READY),
                         memory_order_relaxed);
  return slot;
}

void *
gomp_workshare_slots (struct gomp_workshare *ws, size_t size)
{
  if (unlikely (ws->slots_size < size))
    {
      gomp_free (ws->slots);
      ws->slots = gomp_xalloc_aligned (2 * GOMP_CACHE_LINE, size);
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
}
