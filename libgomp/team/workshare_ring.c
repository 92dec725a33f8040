/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The ring of a team's descriptors; see workshare_ring.h.

   Owns the descriptors of each team.  They are in segments of
   GOMP_WORKSHARE_SEGMENT consecutive constructs, and the segments form a
   circle.

   The thread that first needs the segment after its own takes, under the ring's
   mutex, the next one of the circle if all threads have left the constructs in
   it, or else inserts a new one: a thread may run ahead of the others without
   bound.  The other threads then find that segment as the next one.  If more
   than one segment is free, the others are removed from the circle and kept.

   When have all threads left a construct?  There is no count of leaving
   threads: since all threads meet the same constructs and barriers, all have
   left every construct before the last barrier.  In longer runs of nowait
   constructs the threads' progress decides.  Each thread writes, in its own
   cache line, which construct it has begun, and all threads have left the
   constructs before the least of these (as readers of a Disruptor ring do:
   Thompson et al., "Disruptor: High performance alternative to bounded queues",
   2011).  Since whole segments are taken over, a thread writes this only when
   it goes on to another segment.

   Model: testsuite/models/ring.pml.  */

#include "team/workshare_ring.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "os/memory.h"
#include "os/os.h"

/* Constructs skipped after a cancelled region: more than one thread can be
   ahead of another, and not a multiple of 2^32, since the low bits identify the
   construct of published data (gomp_workshare_publish).  */
#define SKIP ((UINT64_C (1) << 32) + (UINT64_C (1) << 16))

#define LINES (2 * (size_t)GOMP_CACHE_LINE)
/* Memory comes from the system in pieces of so many bytes.  */
#define PIECE ((size_t)65536)

size_t
gomp_workshare_ring_size (unsigned capacity)
{
  return sizeof (struct gomp_workshare_ring)
         + capacity * sizeof (struct gomp_workshare_progress);
}

struct gomp_workshare_segment *
gomp_workshare_ring_init (struct gomp_workshare_ring *ring)
{
  struct gomp_workshare_segment *only = &ring->initial;
  atomic_init (&only->next, only);
  return only;
}

static inline struct gomp_workshare_segment *
after (struct gomp_workshare_segment *segment)
{
  /* Acquire: pairs with the release in set_next.  */
  return atomic_load_explicit (&segment->next, memory_order_acquire);
}

static inline void
set_next (struct gomp_workshare_segment *segment,
          struct gomp_workshare_segment *next)
{
  atomic_store_explicit (&segment->next, next, memory_order_release);
}

static inline uint64_t
first_of (struct gomp_workshare_segment *segment)
{
  /* Acquire: pairs with the release in next_locked.  */
  return atomic_load_explicit (&segment->first, memory_order_acquire);
}

/* The latest construct that all threads have begun: all have left every
   construct before it, and the segments before its own.  */
static uint64_t
find_least (struct gomp_thread *self, struct gomp_workshare_ring *ring)
{
  uint64_t least = UINT64_MAX;
  for (unsigned i = 0; i < self->team->nthreads; i++)
    {
      /* Acquire: pairs with the store in gomp_workshare_ring_move_on.  */
      uint64_t begun = atomic_load_explicit (&ring->progress[i].begun,
                                             memory_order_acquire);
      if (begun < least)
        least = begun;
    }
  return least;
}

/* Have all threads gone on from GOMP_WORKSHARE_SEGMENT?  */
static bool
is_left (struct gomp_thread *self, struct gomp_workshare_ring *ring,
         struct gomp_workshare_segment *segment)
{
  uint64_t end = first_of (segment) + GOMP_WORKSHARE_SEGMENT;
  return end <= self->workshare_base || end <= find_least (self, ring);
}

/* Memory for descriptors.  It does not come from malloc, since any thread may
   need it first: libc would give each worker an arena.  */
static struct
{
  struct gomp_mutex lock; /* guards the rest */
  char *at;               /* free memory of a piece */
  size_t left;            /* how much */
} memory_state;

void
gomp_workshare_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&memory_state.lock, when);
}

void *
gomp_workshare_ring_memory (size_t size)
{
  void *pages = NULL;
  size = (size + LINES - 1) / LINES * LINES;
  if (size > PIECE / 4)
    {
      if (os_sparse_map (size, &pages) != 0)
        pages = memset (gomp_xalloc_aligned (LINES, size), 0, size);
      return pages;
    }
  gomp_mutex_lock (&memory_state.lock);
  if (memory_state.left < size && os_sparse_map (PIECE, &pages) == 0)
    {
      memory_state.at = pages;
      memory_state.left = PIECE;
    }
  void *memory = NULL;
  if (memory_state.left >= size)
    {
      memory = memory_state.at;
      memory_state.at += size;
      memory_state.left -= size;
    }
  gomp_mutex_unlock (&memory_state.lock);
  return memory != NULL ? memory
                        : memset (gomp_xalloc_aligned (LINES, size), 0, size);
}

static struct gomp_workshare_segment *
take_kept (struct gomp_workshare_ring *ring)
{
  struct gomp_workshare_segment *segment = ring->kept;
  if (segment != NULL)
    {
      ring->kept = after (segment);
      return segment;
    }
  return gomp_workshare_ring_memory (sizeof (*segment));
}

/* Can NEXT be taken over?  If not, and the circle has to grow by new memory,
   SELF runs far ahead: let the others have the CPU before giving up.  */
static bool
is_free (struct gomp_thread *self, struct gomp_workshare_ring *ring,
         struct gomp_workshare_segment *next)
{
  if (is_left (self, ring, next))
    return true;
  if (ring->kept != NULL)
    return false;
  os_yield ();
  return is_left (self, ring, next);
}

/* Under the mutex: the segment after FROM, for the constructs from FIRST
   on.  */
static struct gomp_workshare_segment *
next_locked (struct gomp_thread *self, struct gomp_workshare_ring *ring,
             struct gomp_workshare_segment *from, uint64_t first)
{
  struct gomp_workshare_segment *next = after (from);
  if (first_of (next) == first)
    return next;
  if (next == from || !is_free (self, ring, next))
    {
      struct gomp_workshare_segment *fresh = take_kept (ring);
      set_next (fresh, next);
      atomic_store_explicit (&fresh->first, first, memory_order_release);
      set_next (from, fresh);
      return fresh;
    }
  struct gomp_workshare_segment *spare = after (next);
  if (spare != from && spare != &ring->initial && next != &ring->initial
      && is_left (self, ring, spare))
    {
      set_next (next, after (spare));
      set_next (spare, ring->kept);
      ring->kept = spare;
    }
  gomp_invariant (first_of (next) < first,
                  "the segment of construct %lu is taken for %lu",
                  (unsigned long)first_of (next), (unsigned long)first);
  atomic_store_explicit (&next->first, first, memory_order_release);
  return next;
}

void
gomp_workshare_ring_move_on (struct gomp_thread *self,
                             struct gomp_workshare_ring *ring, uint64_t serial)
{
  struct gomp_workshare_segment *from = self->segment;
  uint64_t first = serial / GOMP_WORKSHARE_SEGMENT * GOMP_WORKSHARE_SEGMENT;
  struct gomp_workshare_segment *next = after (from);
  if (first_of (next) != first)
    {
      gomp_mutex_lock_raw (&ring->lock);
      next = next_locked (self, ring, from, first);
      gomp_mutex_unlock_raw (&ring->lock);
    }
  gomp_invariant (first_of (next) == first,
                  "construct %lu is looked for in the segment of %lu",
                  (unsigned long)first, (unsigned long)first_of (next));
  self->segment = next;
  /* Release: what this thread did in earlier constructs comes before their
     descriptors are used again.  Pairs with the acquire in find_least.  */
  atomic_store_explicit (&ring->progress[self->thread_num].begun, serial,
                         memory_order_release);
}

/* A thread that left looks as if it had begun everything: nothing is kept for
   it any more.  */
void
gomp_workshare_abandon (struct gomp_thread *self)
{
  struct gomp_workshare_ring *ring = self->team->ring;
  /* Release: what it did in earlier constructs comes first.  Pairs with the
     acquires in gomp_workshare_is_abandoned and find_least.  */
  atomic_store_explicit (&ring->progress[self->thread_num].begun, UINT64_MAX,
                         memory_order_release);
}

bool
gomp_workshare_is_abandoned (struct gomp_thread *self, unsigned thread)
{
  struct gomp_workshare_ring *ring = self->team->ring;
  return atomic_load_explicit (&ring->progress[thread].begun,
                               memory_order_acquire)
         == UINT64_MAX;
}

/* Threads of a cancelled region have begun different numbers of constructs, and
   may be in different segments: go on far beyond all of them, in a circle that
   has only the permanent segment.  */
uint64_t
gomp_workshare_ring_skip (struct gomp_workshare_ring *ring, uint64_t serial,
                          unsigned nthreads,
                          struct gomp_workshare_segment **segment)
{
  struct gomp_workshare_segment *only = &ring->initial;
  struct gomp_workshare_segment *s = after (only);
  while (s != only)
    {
      struct gomp_workshare_segment *next = after (s);
      set_next (s, ring->kept);
      ring->kept = s;
      s = next;
    }
  set_next (only, only);
  serial += SKIP;
  atomic_store_explicit (
      &only->first, serial / GOMP_WORKSHARE_SEGMENT * GOMP_WORKSHARE_SEGMENT,
      memory_order_relaxed);
  for (unsigned i = 0; i < nthreads; i++)
    atomic_store_explicit (&ring->progress[i].begun, serial,
                           memory_order_relaxed);
  *segment = only;
  return serial;
}

uint64_t
gomp_workshare_ring_forked (struct gomp_workshare_ring *ring,
                            struct gomp_workshare *current, uint64_t serial,
                            struct gomp_workshare_segment **segment)
{
  ring->lock = (struct gomp_mutex){ 0 };
  if (current != NULL)
    {
      current->ordered = false;
      current->doacross = false;
    }
  return gomp_workshare_ring_skip (ring, serial, 1, segment);
}
