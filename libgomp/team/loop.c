/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Handing out the iterations of a loop; see loop.h.

   Owns the schedule part of a descriptor.  The first thread to arrive sets it
   up, all threads of the team take chunks; each has its cursor in its own
   struct gomp_thread.

   static        computed from the thread number.
   dynamic       in order: one counter of chunks (and loop_backoff.c, where
   these take little time, ordered ones, too).  Where order is free
                 (nonmonotonic) each thread begins with the next of the first
                 chunks, as many as there are threads, and then has a range of
                 those after them in a word of its own, (end << 32 | next),
                 takes from it by adding 1, and when it is empty takes the upper
                 half of another's by compare-and-swap.  The word is the whole
                 state of a range, so a successful swap is right whatever
                 happened in between.  (Polychronopoulos and Kuck's
                 self-scheduling, IEEE ToC C-36 (1987), on the per-processor
                 ranges of Markatos and LeBlanc's affinity scheduling, IEEE TPDS
                 5 (1994).)
   guided        a counter of iterations; each chunk is the rest divided by the
                 number of threads.  Ordered and doacross loops need numbers of
                 chunks: a table of all chunks and a counter.
   auto          if CPUs differ in speed and order is free, guided without a
                 chunk size: the same ranges as for dynamic, of which a thread
                 takes half of the rest.

   Relaxed operations suffice for counters and ranges: they only divide the
   iterations; what the loop's set up wrote is acquired with the construct.

   Model: testsuite/models/steal.pml.  */

#include "team/loop.h"

#include <string.h>

#include "base/mem.h"
#include "os/cpu.h"
#include "sync/running.h"
#include "team/team.h"

/* With fewer chunks for each thread than this, ranges are not worth their
   cost.  */
#define STEAL_MIN_CHUNKS 2

/* Machines with more CPUs count as equal.  */
#define MASK_WORDS (8192 / GOMP_WORD_BITS)

/* Do the CPUs of the process differ in speed?  The first loop that needs this
   determines it, once.  */
static COLD bool
find_differences (void)
{
  unsigned long mask[MASK_WORDS] = { 0 };
  if (gomp_places.all != NULL)
    return os_cpus_differ ("", gomp_places.all, gomp_places.words);
  return os_affinity_read (0, mask, MASK_WORDS) == 0
         && os_cpus_differ ("", mask, MASK_WORDS);
}

static bool
cpus_differ (void)
{
  enum
  {
    UNKNOWN,
    NO,
    YES
  };
  /* Relaxed: every thread determines the same value.  */
  static atomic_int known;
  int differ = atomic_load_explicit (&known, memory_order_relaxed);
  if (unlikely (differ == UNKNOWN))
    {
      differ = find_differences () ? YES : NO;
      atomic_store_explicit (&known, differ, memory_order_relaxed);
    }
  return differ == YES;
}

/* The schedule auto: static; but if CPUs differ in speed and order is free,
   each thread's block is a range that faster threads help with.  */
static enum gomp_schedule
choose_schedule (const struct gomp_loop *loop)
{
  if (loop->monotonic || loop->ordered || loop->dimensions != 0
      || !cpus_differ ())
    return GOMP_SCHEDULE_STATIC;
  return GOMP_SCHEDULE_GUIDED;
}

void
gomp_loop_runtime (struct gomp_thread *self, struct gomp_loop *loop)
{
  const struct gomp_icv *icv = self->task->icv;
  uint32_t kind = icv->schedule & ~GOMP_SCHEDULE_MONOTONIC;
  if ((icv->schedule & GOMP_SCHEDULE_MONOTONIC) != 0)
    loop->monotonic = true;
  bool automatic = kind == GOMP_SCHEDULE_AUTO;
  loop->schedule
      = automatic ? choose_schedule (loop) : (enum gomp_schedule)kind;
  loop->chunk = automatic || icv->schedule_chunk < 0
                    ? 0
                    : (uint64_t)icv->schedule_chunk;
}

/* Thread NUMBER's block of N things in COUNT blocks: the first N % COUNT
   blocks have one more.  */
static inline void
block_of (uint64_t n, unsigned count, unsigned number, uint64_t *low,
          uint64_t *high)
{
  uint64_t size = gomp_divide (n, count);
  uint64_t rest = n - size * count;
  *low = number * size + (number < rest ? number : rest);
  *high = *low + size + (number < rest);
}

/* How many chunks are handed out in order before those in ranges.  GCC calls
   every dynamic loop nonmonotonic, but programs were written for libraries that
   hand all chunks out in order: some sort the iterations by size, and each
   thread allocates for its first one.  So no thread runs a chunk before its
   first one.  */
static inline uint64_t
count_first (const struct gomp_workshare *ws)
{
  return ws->share == GOMP_SHARE_STEAL ? ws->nthreads : 0;
}

/* The initial chunks of THREAD's range: none of them is the loop's last.  */
static void
range_of (const struct gomp_workshare *ws, unsigned thread, uint64_t *low,
          uint64_t *high)
{
  uint64_t first = count_first (ws);
  block_of (ws->chunks - 1 - first, ws->nthreads, thread, low, high);
  *low += first;
  *high += first;
}

static void
set_ranges (struct gomp_workshare *ws)
{
  struct gomp_loop_range *ranges
      = gomp_workshare_slots (ws, ws->nthreads * sizeof (*ranges));
  for (unsigned i = 0; i < ws->nthreads; i++)
    {
      uint64_t low, high;
      range_of (ws, i, &low, &high);
      atomic_store_explicit (&ranges[i].word, GOMP_LOOP_RANGE (low, high),
                             memory_order_relaxed);
    }
}

static enum gomp_share
choose_share (const struct gomp_workshare *ws, const struct gomp_loop *loop)
{
  bool in_order = loop->ordered || loop->dimensions != 0;
  if (ws->nthreads == 1 && !in_order && !loop->unit)
    return GOMP_SHARE_BLOCK;
  if (loop->schedule == GOMP_SCHEDULE_STATIC)
    return loop->chunk == 0 ? GOMP_SHARE_BLOCK : GOMP_SHARE_CYCLIC;
  bool guided = loop->schedule == GOMP_SCHEDULE_GUIDED;
  if (in_order)
    return guided ? GOMP_SHARE_TABLE : GOMP_SHARE_QUEUE;
  /* Programs expect guided chunks of certain sizes.  */
  if (loop->monotonic || (guided && loop->chunk != 0)
      || ws->chunks > UINT32_MAX / 2
      || ws->chunks < (uint64_t)ws->nthreads * STEAL_MIN_CHUNKS)
    return guided ? GOMP_SHARE_GUIDED : GOMP_SHARE_COUNTER;
  return guided ? GOMP_SHARE_SHRINK : GOMP_SHARE_STEAL;
}

/* The size of the guided chunk that begins at LOW.  */
static inline uint64_t
guided_size (const struct gomp_workshare *ws, uint64_t low)
{
  uint64_t rest = ws->count - low;
  uint64_t size = gomp_divide (rest - 1, ws->nthreads) + 1;
  if (size < ws->chunk)
    size = ws->chunk;
  return size < rest ? size : rest;
}

static void
set_bound (struct gomp_workshare *ws, uint64_t number, uint64_t low)
{
  if (number >= ws->bounds_size)
    {
      ws->bounds_size = ws->bounds_size == 0 ? 64 : 2 * ws->bounds_size;
      ws->bounds
          = gomp_xrealloc (ws->bounds, ws->bounds_size * sizeof (*ws->bounds));
    }
  ws->bounds[number] = low;
}

/* Guided chunks are handed out in order, so all their bounds are known in
   advance: about nthreads * log (count / nthreads) of them.  */
static void
set_table (struct gomp_workshare *ws)
{
  uint64_t number = 0;
  uint64_t low = 0;
  for (; low < ws->count; low += guided_size (ws, low))
    set_bound (ws, number++, low);
  set_bound (ws, number, low);
  ws->chunks = number;
}

/* In the thread that came first.  */
static void
set_up (struct gomp_workshare *ws, const struct gomp_loop *loop)
{
  ws->count = loop->count;
  ws->start = loop->start;
  ws->step = loop->step;
  ws->end = loop->end;
  ws->chunk = loop->chunk == 0 ? 1 : loop->chunk;
  ws->stride = ws->chunk * ws->step;
  ws->chunks = ws->count;
  if (ws->chunk != 1 && ws->count != 0)
    ws->chunks = gomp_divide (ws->count - 1, ws->chunk) + 1;
  ws->share = choose_share (ws, loop);
  ws->ordered = loop->ordered && ws->nthreads > 1;
  ws->doacross = loop->dimensions != 0;
  atomic_store_explicit (&ws->next, 0, memory_order_relaxed);
  atomic_store_explicit (&ws->aside, 0, memory_order_relaxed);
  if (ws->share >= GOMP_SHARE_STEAL)
    set_ranges (ws);
  else if (ws->share == GOMP_SHARE_TABLE)
    set_table (ws);
  if (ws->ordered)
    gomp_ordered_setup (ws);
  if (ws->doacross)
    gomp_doacross_setup (ws, loop);
}

static inline void
set_cursor (struct gomp_thread *self)
{
  self->loop.next = self->thread_num;
  self->loop.holds_chunk = false;
  self->loop.has_begun = false;
  self->loop_backoff.since = 0;
  self->loop_backoff.aside = false;
}

void
gomp_loop_start (struct gomp_thread *self, const struct gomp_loop *loop)
{
  bool first = gomp_workshare_enter (self);
  if (first)
    set_up (self->workshare, loop);
  if (unlikely (loop->reductions != NULL || loop->mem != NULL))
    gomp_workshare_extras (self, first, loop->reductions, loop->mem);
  if (first)
    gomp_workshare_ready (self);
  set_cursor (self);
}

void
gomp_loop_prepare (struct gomp_thread *self, struct gomp_team *team,
                   const void *loop)
{
  struct gomp_workshare *ws = gomp_workshare_first (self, team);
  ws->nthreads = team->nthreads;
  set_up (ws, loop);
}

static bool
take_block (struct gomp_thread *self, struct gomp_workshare *ws)
{
  struct gomp_loop_cursor *at = &self->loop;
  if (at->next != self->thread_num)
    return false;
  at->chunk = at->next;
  at->next = UINT64_MAX;
  block_of (ws->count, ws->nthreads, self->thread_num, &at->low, &at->high);
  return at->low < at->high;
}

/* Make COUNT chunks from NUMBER on the cursor's.  */
static inline bool
set_chunks (struct gomp_loop_cursor *at, const struct gomp_workshare *ws,
            uint64_t number, uint64_t count)
{
  at->chunk = number;
  at->low = number * ws->chunk;
  uint64_t size = count * ws->chunk;
  uint64_t rest = ws->count - at->low;
  at->high = at->low + (size < rest ? size : rest);
  return true;
}

static inline bool
set_chunk (struct gomp_loop_cursor *at, const struct gomp_workshare *ws,
           uint64_t number)
{
  return number < ws->chunks && set_chunks (at, ws, number, 1);
}

static bool
take_cyclic (struct gomp_thread *self, struct gomp_workshare *ws)
{
  if (!set_chunk (&self->loop, ws, self->loop.next))
    return false;
  self->loop.next += ws->nthreads;
  return true;
}

static bool
take_queued (struct gomp_thread *self, struct gomp_workshare *ws)
{
  uint64_t number
      = ws->ordered ? gomp_ordered_number (self) : gomp_loop_number (ws);
  return set_chunk (&self->loop, ws, number);
}

static bool
take_tabled (struct gomp_thread *self, struct gomp_workshare *ws)
{
  struct gomp_loop_cursor *at = &self->loop;
  at->chunk = gomp_loop_number (ws);
  if (at->chunk >= ws->chunks)
    return false;
  at->low = ws->bounds[at->chunk];
  at->high = ws->bounds[at->chunk + 1];
  return true;
}

/* Most of them are taken by gomp_loop_next.  */
static bool
take_counted (struct gomp_thread *self, struct gomp_workshare *ws)
{
  gomp_loop_backoff_consider (self, ws);
  return set_chunk (&self->loop, ws, gomp_loop_count (self, ws));
}

static bool
take_guided (struct gomp_thread *self, struct gomp_workshare *ws)
{
  struct gomp_loop_cursor *at = &self->loop;
  uint64_t low = atomic_load_explicit (&ws->next, memory_order_relaxed);
  uint64_t high;
  do
    {
      if (low >= ws->count)
        return false;
      high = low + guided_size (ws, low);
    }
  while (!atomic_compare_exchange_weak_explicit (
      &ws->next, &low, high, memory_order_relaxed, memory_order_relaxed));
  at->low = low;
  at->high = high;
  return true;
}

/* How many chunks a thread takes at a time from a range from NEXT to END.  */
static inline uint32_t
portion (const struct gomp_workshare *ws, uint32_t next, uint32_t end)
{
  return ws->share == GOMP_SHARE_STEAL ? 1 : (end - next + 1) / 2;
}

/* If threads outnumber CPUs, a thread whose range is unchanged, from NEXT on,
   is probably waiting for the CPU that the thief has.  */
static inline bool
has_not_begun (const struct gomp_workshare *ws, unsigned thread, uint32_t next)
{
  uint64_t low, high;
  if (likely (!gomp_running_crowded ()))
    return false;
  range_of (ws, thread, &low, &high);
  return next == low;
}

/* Take the upper half of VICTIM's range into MINE, or all of it, and the first
   portion of that.  */
static bool
steal_from (struct gomp_thread *self, struct gomp_workshare *ws,
            unsigned victim, struct gomp_loop_range *mine)
{
  struct gomp_loop_range *ranges = ws->slots;
  struct gomp_loop_range *range = &ranges[victim];
  uint64_t word = atomic_load_explicit (&range->word, memory_order_relaxed);
  for (;;)
    {
      uint32_t next = GOMP_LOOP_RANGE_NEXT (word);
      uint32_t end = GOMP_LOOP_RANGE_END (word);
      if (next >= end)
        return false;
      uint32_t middle = next + (end - next) / 2;
      if (has_not_begun (ws, victim, next))
        middle = next;
      if (!atomic_compare_exchange_weak_explicit (
              &range->word, &word, GOMP_LOOP_RANGE (next, middle),
              memory_order_relaxed, memory_order_relaxed))
        continue;
      uint32_t taken = portion (ws, middle, end);
      atomic_store_explicit (&mine->word, GOMP_LOOP_RANGE (middle + taken, end),
                             memory_order_relaxed);
      return set_chunks (&self->loop, ws, middle, taken);
    }
}

/* Chunks in no range: the first chunks of threads that have not arrived, and
   the loop's last.  The thread with the last chunk gets nothing after it, since
   the program judges by its last chunk whether it ran the last iteration
   (lastprivate).  Nor may it steal any more: stolen chunks are in no range
   until the thief has put them into its own.  */
static bool
take_rest (struct gomp_thread *self, struct gomp_workshare *ws)
{
  uint64_t first = count_first (ws);
  if (atomic_load_explicit (&ws->next, memory_order_relaxed) > first)
    return false;
  uint64_t number = gomp_loop_number (ws);
  if (number < first)
    return set_chunk (&self->loop, ws, number);
  if (number > first)
    return false;
  self->loop.next = UINT64_MAX;
  return set_chunks (&self->loop, ws, ws->chunks - 1, 1);
}

static NOINLINE bool
steal (struct gomp_thread *self, struct gomp_workshare *ws)
{
  struct gomp_loop_range *ranges = ws->slots;
  struct gomp_loop_range *mine = &ranges[self->thread_num];
  unsigned victim = self->thread_num;
  if (self->loop.next == UINT64_MAX)
    return false;
  for (unsigned i = 1; i < ws->nthreads; i++)
    {
      victim = victim + 1 < ws->nthreads ? victim + 1 : 0;
      if (steal_from (self, ws, victim, mine))
        return true;
    }
  return take_rest (self, ws);
}

/* If other threads found all ranges empty and took the first chunk of a thread
   that had not arrived, that thread gets the last chunk, or nothing.  */
static NOINLINE bool
begin_or_steal (struct gomp_thread *self, struct gomp_workshare *ws)
{
  if (self->loop.has_begun)
    return steal (self, ws);
  self->loop.has_begun = true;
  return take_rest (self, ws);
}

/* Half of the rest of the thread's own range.  Unlike the rest of the whole
   loop divided by the number of threads, it can be found without reading a word
   that all threads write.  */
static bool
take_shrinking (struct gomp_thread *self, struct gomp_workshare *ws)
{
  struct gomp_loop_range *ranges = ws->slots;
  struct gomp_loop_range *mine = &ranges[self->thread_num];
  uint64_t word = atomic_load_explicit (&mine->word, memory_order_relaxed);
  uint32_t next, end, taken;
  do
    {
      next = GOMP_LOOP_RANGE_NEXT (word);
      end = GOMP_LOOP_RANGE_END (word);
      if (next >= end)
        return steal (self, ws);
      taken = portion (ws, next, end);
    }
  while (!atomic_compare_exchange_weak_explicit (
      &mine->word, &word, GOMP_LOOP_RANGE (next + taken, end),
      memory_order_relaxed, memory_order_relaxed));
  return set_chunks (&self->loop, ws, next, taken);
}

static inline bool
take (struct gomp_thread *self, struct gomp_workshare *ws)
{
  switch (ws->share)
    {
    case GOMP_SHARE_BLOCK:
      return take_block (self, ws);
    case GOMP_SHARE_CYCLIC:
      return take_cyclic (self, ws);
    case GOMP_SHARE_QUEUE:
      return take_queued (self, ws);
    case GOMP_SHARE_GUIDED:
      return take_guided (self, ws);
    case GOMP_SHARE_TABLE:
      return take_tabled (self, ws);
    case GOMP_SHARE_STEAL:
      return begin_or_steal (self, ws);
    case GOMP_SHARE_SHRINK:
      return take_shrinking (self, ws);
    case GOMP_SHARE_COUNTER:
      return take_counted (self, ws);
    case GOMP_SHARE_NONE:
      break;
    }
  return false;
}

bool
gomp_loop_is_abandoned (struct gomp_thread *self, uint64_t chunk)
{
  const struct gomp_workshare *ws = self->workshare;
  return ws->share <= GOMP_SHARE_CYCLIC
         && gomp_workshare_is_abandoned (self,
                                         (unsigned)(chunk % ws->nthreads));
}

/* Ordered and doacross loops: what the previous chunk owes to others.  */
static NOINLINE void
hand_over (struct gomp_thread *self, struct gomp_workshare *ws)
{
  if (!self->loop.holds_chunk)
    return;
  if (ws->ordered)
    gomp_ordered_pass (self);
  if (ws->doacross)
    gomp_doacross_finish (self);
  self->loop.holds_chunk = false;
}

/* A thread whose first call in a region is for a chunk is in the construct
   that was prepared with the team.  */
static COLD void
join (struct gomp_thread *self)
{
  gomp_workshare_enter (self);
  set_cursor (self);
}

bool
gomp_loop_next_slow (struct gomp_thread *self, uint64_t *start, uint64_t *end)
{
  if (unlikely (self->workshare == NULL))
    {
      join (self);
      return gomp_loop_next (self, start, end);
    }
  struct gomp_workshare *ws = self->workshare;
  bool in_order = ws->ordered || ws->doacross;
  if (unlikely (in_order))
    hand_over (self, ws);
  if (!take (self, ws))
    return false;
  struct gomp_loop_cursor *at = &self->loop;
  if (unlikely (in_order))
    {
      at->holds_chunk = true;
      if (ws->ordered)
        gomp_ordered_begin (self);
      if (ws->doacross)
        gomp_doacross_begin (self);
    }
  *start = ws->start + at->low * ws->step;
  *end = at->high == ws->count ? ws->end : ws->start + at->high * ws->step;
  return true;
}

void
gomp_loop_leave (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  if (ws != NULL && unlikely (ws->ordered || ws->doacross))
    hand_over (self, ws);
  gomp_workshare_leave (self);
}
