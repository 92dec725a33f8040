/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Cross-iteration dependences: ordered depend (source), depend (sink)
   (OpenMP 5.1 section 2.19.9.2).

   Owns the slots and extents of a descriptor of a doacross loop.  The chunks of
   the outermost loop are numbered in the order of the loop; the thread that has
   a chunk goes through its iterations in lexicographic order, so the chunk's
   progress is one number: how many iterations of the whole flattened space
   precede the first one that is not posted.  Chunk k keeps it in slot k mod
   slots.  Since later chunks lie later in the space, a slot only grows: a
   waiter only needs "at least this far", also if a later chunk already uses the
   slot.

   A thread may write a slot only when the previous chunk in it is complete.  It
   waits for that when it takes a chunk, which bounds how far threads run ahead
   (there are two slots for each thread).  An earlier chunk never waits for a
   later one, so there is no deadlock.

   A chunk's number must be computable from an iteration's, so guided loops have
   a table of their chunks.

   Model: testsuite/models/reach.pml.  */

#include "team/loop.h"

#include <limits.h>

#include "base/mem.h"
#include "base/tsan.h"
#include "sync/wait.h"
#include "team/team.h"

/* The shortest time of an iteration, and the distance from its aim at which a
   waiter checks less often, for at most FARTHEST of them (row doacross).  */
#define ITERATION_NS 4
#define FAR 32
#define FARTHEST 4096
/* The shortest time between two checks of a spin.  */
#define LOOK_NS 250
/* A sleeper is woken at most so many iterations before its aim: they take about
   as long as its wake-up (row doacross with 8 threads on 2 CPUs).  */
#define EARLY 1024

struct progress
{
  GOMP_CACHE_ALIGNED _Atomic uint64_t done; /* iterations before the first one
                                               that is not posted */
  atomic_uint low;             /* written after it: its low bits, or any other
                                  change; for waiters on 32 bits */
  struct gomp_wait_word reach; /* counts how often WANTED was reached; waiters
                                  sleep on it */
  _Atomic uint64_t wanted;     /* where the first of them is to be woken */
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
      atomic_store_explicit (&slots[i].low, 0, memory_order_relaxed);
      atomic_store_explicit (&slots[i].wanted, UINT64_MAX,
                             memory_order_relaxed);
      gomp_wait_init (&slots[i].reach, 0);
    }
}

static uint64_t
extent_of (const struct gomp_loop *loop, unsigned i)
{
  if (sizeof (long) < sizeof (uint64_t) && loop->is_long)
    return (uint64_t)((const long *)loop->extents)[i];
  return ((const uint64_t *)loop->extents)[i];
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
  ws->collapsed = loop->collapsed > 0 ? loop->collapsed : 1;
  ws->inner = 1;
  for (unsigned i = 0; i < ws->dimensions; i++)
    {
      ws->extents[i] = extent_of (loop, i);
      if (i >= ws->collapsed)
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

/* A thread that waits until AIM iterations are done.  */
struct waiting
{
  struct progress *p;
  uint64_t aim;
  uint64_t near; /* look no further when so few are missing */
  unsigned skip; /* looks to leave out */
};

static inline uint64_t
missing (const struct waiting *w)
{
  /* Acquire: pairs with the store in advance.  */
  uint64_t done = atomic_load_explicit (&w->p->done, memory_order_acquire);
  return done < w->aim ? w->aim - done : 0;
}

/* While many iterations are missing, each of which takes a few nanoseconds,
   check seldom: a check takes the cache line from the thread that posts them,
   and its stores wait until it has the line back.  */
static bool
look_at_progress (void *arg)
{
  struct waiting *w = arg;
  if (w->skip > 0)
    {
      w->skip--;
      return false;
    }
  uint64_t n = missing (w);
  if (n <= w->near)
    return true;
  if (n < FAR)
    return false;
  w->skip = (unsigned)((n < FARTHEST ? n : FARTHEST) * ITERATION_NS / LOOK_NS);
  return false;
}

/* Ask to be woken shortly before the aim, since a wake-up takes time.  Pairs
   with the exchange in wake_waiters.  */
static void
ask_for_wake (struct waiting *w)
{
  uint64_t n = missing (w);
  uint64_t until = w->aim - (n / 8 < EARLY ? n / 8 : EARLY);
  uint64_t wanted = atomic_load_explicit (&w->p->wanted, memory_order_relaxed);
  while (until < wanted
         && !atomic_compare_exchange_weak (&w->p->wanted, &wanted, until))
    ;
}

static bool
asleep_in_doacross (void *arg, bool entering)
{
  struct waiting *w = arg;
  if (entering)
    ask_for_wake (w);
  w->skip = 0;
  return entering;
}

/* Near its aim a thread checks each iteration, otherwise now and then; but a
   sleeping one is not woken until it can go on.  */
static void
wait_on (struct gomp_thread *self, struct waiting *w, unsigned reach,
         unsigned low)
{
  bool is_near = missing (w) < FAR;
  w->near = is_near ? 0 : FAR - 1;
  w->skip = 0;
  const struct gomp_wait_poll poll
      = { .look = look_at_progress,
          .asleep = asleep_in_doacross,
          .arg = w,
          .habit = &self->turn,
          .cpu_waiters = &self->cpu_waiters,
          .yields_first = true,
          .watch = is_near ? &w->p->low : &w->p->reach.value,
          .watch_seen = is_near ? low : reach,
          .most_ns = gomp_workshare_longest_wait () };
  gomp_wait_while_polling (&w->p->reach, reach, &poll);
}

/* Wait until AIM iterations are done, according to CHUNK's slot.  Iterations of
   a thread that left a cancelled region count as done.  */
static void
wait_for (struct gomp_thread *self, uint64_t chunk, uint64_t aim)
{
  struct waiting w = { .p = progress_of (self->workshare, chunk), .aim = aim };
  for (;;)
    {
      unsigned reach = gomp_wait_value (&w.p->reach);
      unsigned low = atomic_load_explicit (&w.p->low, memory_order_acquire);
      if (missing (&w) == 0)
        {
          gomp_tsan_acquire (w.p);
          return;
        }
      if (unlikely (gomp_team_cancelled (self->team))
          && gomp_loop_is_abandoned (self, chunk))
        return;
      wait_on (self, &w, reach, low);
    }
}

/* Each thread that still waits asks again.  A thread that asks meanwhile does
   so before the exchange, and then finds that the word has changed, or after
   it, for the next time.  */
static COLD void
wake_waiters (struct progress *p)
{
  atomic_exchange (&p->wanted, UINT64_MAX);
  atomic_fetch_add (&p->reach.value, 1);
  gomp_wait_wake (&p->reach, INT_MAX, GOMP_WAIT_PRIVATE);
}

/* Called only by the thread that has the slot's chunk.  It may still be about
   to write the low bits when the next chunk's thread has seen the slot complete
   and writes them: then they only change once too often.  A step over a
   multiple of 2^32 iterations must also change them.  */
static void
advance (struct progress *p, uint64_t done)
{
  gomp_tsan_release (p);
  atomic_store_explicit (&p->done, done, memory_order_release);
  unsigned low = (unsigned)done;
  if (unlikely (atomic_load_explicit (&p->low, memory_order_relaxed) == low))
    low = ~low;
  atomic_store_explicit (&p->low, low, memory_order_release);
  /* Pairs with os_fence_heavy in gomp_wait_while_polling.  */
  os_fence_light ();
  if (unlikely (done
                >= atomic_load_explicit (&p->wanted, memory_order_relaxed)))
    wake_waiters (p);
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

/* If the last iteration was posted, the slot may already be another
   chunk's.  */
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
  /* The end of the slot's previous chunk.  All chunks but the last have the
     same size, except in the table; blocks never come here.  */
  uint64_t after = chunk - ws->slot_mask;
  uint64_t end
      = ws->share == GOMP_SHARE_TABLE ? ws->bounds[after] : after * ws->chunk;
  wait_for (self, after - 1, end * ws->inner);
}
