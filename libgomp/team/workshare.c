/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finding the descriptor of a construct; see workshare.h.

   Owns the descriptors of each team.  They lie in segments of SEGMENT
   consecutive constructs, and the segments in a circle.  Within its segment a
   thread finds construct c in slot c mod SEGMENT.  The slot's state word holds
   the serial number of the construct that it serves and a phase; the first
   thread to arrive claims it by compare-and-swap, which fails for all others.

   The thread that first needs the segment after its own takes, under the
   ring's mutex, the next one of the circle if all threads have left the
   constructs in it, or else inserts a new one: a thread may run ahead of the
   others without bound.  The others find that segment to be the next.  More
   free segments than one are taken out of the circle again and kept.

   When have all threads left a construct?  Nobody counts leavers: since all
   threads meet the same constructs and barriers, whatever came before the last
   barrier is left by all.  In longer runs of nowait constructs the threads'
   progress tells: each thread writes, in a line of its own, which construct it
   has begun, and the least of these tells what all have left (as readers of a
   Disruptor ring do: Thompson et al., "Disruptor: High performance alternative
   to bounded queues", 2011).  As segments are taken over as a whole it does so
   only when it goes on to another.

   A single without copyprivate needs no descriptor.  It is counted by itself:
   each thread counts the singles it has met, and one word of the team says how
   many are claimed.  Whoever raises it to its own count claimed that single; as
   a thread can only raise it to the next single after having met all those
   before, each is claimed when the word has reached it.  The word only grows,
   so a thread that is behind what it has seen there need not look again.

   Model: testsuite/models/ring.pml.
   Model: testsuite/models/post.pml.  */

#include "team/workshare.h"

#include <string.h>

#include "base/mem.h"
#include "base/tsan.h"
#include "os/memory.h"
#include "os/os.h"
#include "sync/backoff.h"
#include "team/hooks.h"

#define SEGMENT 8

/* Constructs skipped after a cancelled region: more than one thread can be
   ahead of another, and not a multiple of 2^32, as the low bits tell whose data
   were published (gomp_workshare_publish).  */
#define SKIP ((UINT64_C (1) << 32) + (UINT64_C (1) << 16))

/* Singles without a barrier from which on they may be a rush.  */
#define RUSH_SINGLES 512
/* And the time of so many fetches of the line for a single.  */
#define RUSH_FETCHES 2

#define LINES (2 * (size_t)GOMP_CACHE_LINE)
/* Memory is taken from the system in pieces of so many bytes.  */
#define PIECE ((size_t)65536)

#define PHASE_SETUP 1 /* claimed, not set up yet */
#define PHASE_READY 2 /* set up */
#define STATE(serial, phase) ((serial)*4 + (phase))
#define SERIAL(state) ((state) / 4)

struct gomp_workshare_segment
{
  struct gomp_workshare slots[SEGMENT];
  _Atomic uint64_t first; /* serial number of the first, a multiple of
                             SEGMENT */
  _Atomic (struct gomp_workshare_segment *) next; /* in the circle */
};

struct progress
{
  GOMP_CACHE_ALIGNED _Atomic uint64_t begun; /* construct that took the thread
                                                to its segment */
  _Atomic uint64_t copied; /* construct whose published data it has no more use
                              for, nor any from before; where regions can be
                              cancelled */
  /* The owner's alone.  */
  uint64_t borrows; /* construct of which it copies published data, or 0 */
  uint64_t lends;   /* the same of which it published them */
  uint64_t region;  /* of the ring, that singles belongs to */
  uint64_t singles; /* singles met */
  uint64_t claimed; /* what it saw of the team's count of claims */
  int lost;         /* singles in which it came second; negative: they do not
                       count yet */
  unsigned epoch;   /* the barrier's when it looked last whether they do */
  struct gomp_rush *rush; /* to be told of its next claim, or NULL */
};

/* Memory that slots were in before: a chain, so that it does not look lost.  */
struct outgrown
{
  _Atomic (void *) next;
};

struct gomp_workshare_ring
{
  struct gomp_workshare_segment initial; /* one that is always there */
  struct gomp_mutex lock;                /* guards the circle and kept */
  struct gomp_workshare_segment *kept;   /* segments out of the circle */
  /* Written by the primary between regions.  */
  GOMP_CACHE_ALIGNED uint64_t region; /* counts them */
  uint64_t singles;                   /* singles before this one */
  struct progress progress[];         /* by thread number */
};

size_t
gomp_workshare_ring_size (unsigned capacity)
{
  return sizeof (struct gomp_workshare_ring)
         + capacity * sizeof (struct progress);
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

/* The latest construct that all threads have begun: everything before is left,
   and the segments before its own, too.  */
static uint64_t
find_least (struct gomp_thread *self, struct gomp_workshare_ring *ring)
{
  uint64_t least = UINT64_MAX;
  for (unsigned i = 0; i < self->team->nthreads; i++)
    {
      /* Acquire: pairs with the store in move_on.  */
      uint64_t begun = atomic_load_explicit (&ring->progress[i].begun,
                                             memory_order_acquire);
      if (begun < least)
        least = begun;
    }
  return least;
}

/* Have all threads gone on from SEGMENT?  */
static bool
is_left (struct gomp_thread *self, struct gomp_workshare_ring *ring,
         struct gomp_workshare_segment *segment)
{
  uint64_t end = first_of (segment) + SEGMENT;
  return end <= self->workshare_base || end <= find_least (self, ring);
}

/* What descriptors need of memory.  It is not malloc's, since the thread that
   needs it first is any: libc would give each worker an arena.  */
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

/* SIZE zeroed bytes, aligned to two cache lines, which are not given back.  */
static void *
take_memory (size_t size)
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
  return take_memory (sizeof (*segment));
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
  atomic_store_explicit (&next->first, first, memory_order_release);
  return next;
}

static NOINLINE void
move_on (struct gomp_thread *self, struct gomp_workshare_ring *ring,
         uint64_t serial)
{
  struct gomp_workshare_segment *from = self->segment;
  uint64_t first = serial / SEGMENT * SEGMENT;
  struct gomp_workshare_segment *next = after (from);
  if (first_of (next) != first)
    {
      gomp_mutex_lock_untold (&ring->lock);
      next = next_locked (self, ring, from, first);
      gomp_mutex_unlock_untold (&ring->lock);
    }
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
  /* Release: what it did in constructs before comes first.  Pairs with the
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

/* Threads of a cancelled region have begun different numbers of constructs,
   and may be in different segments: go on far beyond all of them, in a circle
   of the one segment that is always there.  */
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
  atomic_store_explicit (&only->first, serial / SEGMENT * SEGMENT,
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

/* Begin the next construct; true: SELF claimed its descriptor, whose state is
   now the serial number with PHASE.  */
static inline bool
begin (struct gomp_thread *self, unsigned phase)
{
  struct gomp_workshare_ring *ring = self->team->ring;
  uint64_t serial = ++self->workshare_count;
  if (unlikely (serial % SEGMENT == 0))
    move_on (self, ring, serial);
  gomp_tsan_release (ring);
  struct gomp_workshare *slot = &self->segment->slots[serial % SEGMENT];
  self->workshare = slot;
  /* Acquire: pairs with the release in gomp_workshare_ready.  */
  uint64_t old = atomic_load_explicit (&slot->state, memory_order_acquire);
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

/* How many singles are claimed: in the line that a thread needs next, to arrive
   at the single's barrier.  */
static inline _Atomic uint64_t *
claims_of (struct gomp_team *team)
{
  return &team->barrier.root.beside;
}

void
gomp_workshare_ring_begin (struct gomp_team *team)
{
  struct gomp_workshare_ring *ring = team->ring;
  ring->region++;
  ring->singles = atomic_load_explicit (claims_of (team), memory_order_relaxed);
}

/* 0: the caller has claimed single NUMBER; otherwise what CLAIMS says.  Relaxed
   operations suffice: the word only decides who executes a single.  */
static inline uint64_t
claim (_Atomic uint64_t *claims, uint64_t number)
{
  /* Mostly right, and a look first would fetch the line twice.  */
  uint64_t claimed = number - 1;
  while (claimed < number)
    if (atomic_compare_exchange_weak_explicit (claims, &claimed, number,
                                               memory_order_relaxed,
                                               memory_order_relaxed))
      return 0;
  return claimed;
}

/* How long does the line take to come?  */
static NOINLINE void
time_fetch (struct gomp_team *team, struct progress *mine)
{
  uint64_t before = os_time_ns ();
  atomic_fetch_add_explicit (claims_of (team), 0, memory_order_relaxed);
  gomp_rush_pass (mine->rush, before);
  mine->rush = NULL;
}

/* The calling thread came second to many singles.  If there was no barrier
   among them it stands aside, so that the first gets ahead without its line
   being taken each time (backoff.h).  */
static NOINLINE void
come_second (struct gomp_team *team, struct progress *mine)
{
  unsigned epoch = gomp_barrier_epoch (&team->barrier);
  if (mine->epoch == epoch)
    mine->rush = gomp_rush_meet (claims_of (team), RUSH_FETCHES);
  else
    mine->lost = -RUSH_SINGLES;
  mine->epoch = epoch;
}

bool
gomp_workshare_single (struct gomp_thread *self)
{
  if (self->team == NULL || self->team->nthreads == 1)
    return true;
  struct gomp_workshare_ring *ring = self->team->ring;
  struct progress *mine = &ring->progress[self->thread_num];
  if (unlikely (mine->region != ring->region))
    {
      mine->region = ring->region;
      mine->singles = ring->singles;
      mine->lost = -RUSH_SINGLES;
    }
  uint64_t number = ++mine->singles;
  if (number <= mine->claimed)
    return false;
  if (unlikely (mine->rush != NULL))
    time_fetch (self->team, mine);
  _Atomic uint64_t *claims = claims_of (self->team);
  uint64_t claimed = claim (claims, number);
  if (claimed == 0)
    {
      mine->claimed = number;
      return true;
    }
  mine->claimed = claimed;
  /* As short as it can be: it has the line for the next.  */
  if (unlikely (++mine->lost > 0))
    come_second (self->team, mine);
  return false;
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
      /* Pairs with the release when it was set up for a construct before: it
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
  if (likely (self->team != NULL))
    atomic_fetch_add_explicit (&self->workshare->state,
                               PHASE_READY - PHASE_SETUP, memory_order_release);
}

/* The threads start after this, and acquire it with their command.  */
static struct gomp_workshare *
first_slot (struct gomp_workshare_segment *segment, uint64_t serial)
{
  struct gomp_workshare *slot = &segment->slots[serial % SEGMENT];
  atomic_store_explicit (&slot->state, STATE (serial, PHASE_READY),
                         memory_order_relaxed);
  return slot;
}

/* Whether a thread of SELF's team may leave the region while others are in a
   construct with it.  */
static inline bool
may_leave_early (struct gomp_thread *self)
{
  return gomp_icv_global.cancellation && self->team != NULL
         && self->team->nthreads > 1;
}

/* The word holds the low bits of the serial number of the construct whose data
   are there.  */
void
gomp_workshare_publish (struct gomp_thread *self, void *data)
{
  struct gomp_workshare *ws = self->workshare;
  if (unlikely (may_leave_early (self)))
    self->team->ring->progress[self->thread_num].lends = self->workshare_count;
  ws->published_data = data;
  gomp_tsan_release (&ws->published);
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
  gomp_tsan_acquire (&ws->published);
  if (unlikely (may_leave_early (self)))
    self->team->ring->progress[self->thread_num].borrows
        = self->workshare_count;
  return ws->published_data;
}

void
gomp_workshare_return_copied (struct gomp_thread *self)
{
  struct progress *mine = &self->team->ring->progress[self->thread_num];
  if (mine->borrows == 0)
    return;
  gomp_tsan_release (&mine->copied);
  /* Release: the copies come before what the lender does next.  Pairs with the
     acquire in wait_borrower.  */
  atomic_store_explicit (&mine->copied, mine->borrows, memory_order_release);
  mine->borrows = 0;
}

/* Wait until THREAD needs what SELF published in the construct SERIAL no more.
   It does not wait for SELF meanwhile: what others may wait for, SELF did
   before the construct.  */
static void
wait_borrower (struct gomp_thread *self, unsigned thread, uint64_t serial)
{
  struct progress *p = &self->team->ring->progress[thread];
  unsigned round = 0;
  while (atomic_load_explicit (&p->copied, memory_order_acquire) < serial
         && !gomp_workshare_is_abandoned (self, thread))
    gomp_spin_round (&round);
  gomp_tsan_acquire (&p->copied);
}

void
gomp_workshare_take_back (struct gomp_thread *self, bool cancelled)
{
  struct progress *mine = &self->team->ring->progress[self->thread_num];
  uint64_t serial = mine->lends;
  mine->lends = 0;
  if (serial == 0 || !cancelled)
    return;
  for (unsigned i = 0; i < self->team->nthreads; i++)
    if (i != self->thread_num)
      wait_borrower (self, i, serial);
}

struct gomp_workshare *
gomp_workshare_first (struct gomp_thread *self, struct gomp_team *team)
{
  uint64_t serial = team->workshare_base + 1;
  if (serial % SEGMENT == 0)
    {
      /* The threads will find that this has been done.  */
      struct gomp_workshare_segment *from = self->segment;
      move_on (self, team->ring, serial);
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
  /* Atomic: see beside.c.  */
  atomic_store_explicit (&memory->next, ws->outgrown, memory_order_relaxed);
  ws->outgrown = memory;
}

void *
gomp_workshare_slots (struct gomp_workshare *ws, size_t size)
{
  if (unlikely (ws->slots_size < size))
    {
      keep_outgrown (ws);
      ws->slots
          = ws->alone ? gomp_xalloc_aligned (LINES, size) : take_memory (size);
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
  /* What a construct before had in the same memory is left by all.  */
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
