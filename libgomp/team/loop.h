/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work-shared loops, sections included (OpenMP 5.1 sections 2.11.4, 2.10.1).

   The engine counts iterations from 0, whatever type the program's loop
   variable has: the caller gives the loop's own start, step and bound modulo
   2^64 and the number of iterations, and gets chunks back in these terms.  */

#ifndef GOMP_TEAM_LOOP_H
#define GOMP_TEAM_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "icv/icv.h"
#include "team/self.h"
#include "team/workshare.h"

struct gomp_loop
{
  uint64_t count;              /* iterations */
  uint64_t start;              /* the program's first value */
  uint64_t step;               /* its step */
  uint64_t end;                /* its bound */
  uint64_t chunk;              /* chunk size; 0: none given */
  enum gomp_schedule schedule; /* static, dynamic or guided */
  bool monotonic;              /* chunks in ascending order in each thread */
  bool ordered;                /* has ordered regions */
  bool unit;             /* each chunk counts as one iteration (sections) */
  bool is_long;          /* doacross: EXTENTS are of type long */
  unsigned dimensions;   /* doacross: number of loops; 0: not a doacross loop */
  unsigned collapsed;    /* doacross: number of loops shared as one; 0: one */
  const void *extents;   /* doacross: iterations of each loop: uint64_t */
  uintptr_t *reductions; /* task reductions, or NULL */
  void **mem;            /* memory that the program wants, see
                            gomp_workshare_extras */
};

/* Give LOOP the schedule of the calling task's run-sched ICV.  MODIFIER: the
   ICV also says if the loop is monotonic.  */
HIDDEN void gomp_loop_runtime (struct gomp_thread *self,
                               struct gomp_loop *loop);

/* Begin the loop in each thread of the team.  */
HIDDEN void gomp_loop_start (struct gomp_thread *self,
                             const struct gomp_loop *loop) HOT;
/* Prepare the loop in the team that the calling primary thread is about to
   start, so that its threads begin with gomp_loop_next.  The prepare function
   of a request; LOOP is a struct gomp_loop.  */
HIDDEN void gomp_loop_prepare (struct gomp_thread *self, struct gomp_team *team,
                               const void *loop);
/* A range of chunks that belongs to one thread.  */
struct gomp_loop_range
{
  GOMP_CACHE_ALIGNED _Atomic uint64_t word; /* end << 32 | next */
};

#define GOMP_LOOP_RANGE(next, end) ((uint64_t)(end) << 32 | (uint32_t)(next))
#define GOMP_LOOP_RANGE_NEXT(word) ((uint32_t)(word))
#define GOMP_LOOP_RANGE_END(word) ((uint32_t)((word) >> 32))

static inline uint64_t
gomp_loop_number (struct gomp_workshare *ws)
{
  return atomic_fetch_add_explicit (&ws->next, 1, memory_order_relaxed);
}

/* The next two functions read the descriptor before the addition: no later
   read can begin before the addition is done.  */

/* The next chunk of the thread's own range.  No range has the loop's last
   chunk, so all have the same size.  */
static inline bool
gomp_loop_take_own (struct gomp_thread *self, struct gomp_workshare *ws,
                    uint64_t *start, uint64_t *end)
{
  struct gomp_loop_range *ranges = ws->slots;
  uint64_t first = ws->start;
  uint64_t stride = ws->stride;
  uint64_t word = atomic_fetch_add_explicit (&ranges[self->thread_num].word, 1,
                                             memory_order_relaxed);
  if (unlikely (GOMP_LOOP_RANGE_NEXT (word) >= GOMP_LOOP_RANGE_END (word)))
    return false;
  *start = first + GOMP_LOOP_RANGE_NEXT (word) * stride;
  *end = *start + stride;
  return true;
}

/* The number of the next chunk, from the common counter.  If other threads have
   taken chunks since this one took its last, that is a meeting.  */
static inline uint64_t
gomp_loop_count (struct gomp_thread *self, struct gomp_workshare *ws)
{
  uint64_t number = gomp_loop_number (ws);
  self->loop_backoff.meetings -= number != self->loop.next;
  self->loop.next = number + 1;
  return number;
}

/* Take the next chunk from the common counter.  The shorter the time between
   two additions, the more chunks go to the thread that has the counter's cache
   line.  */
static inline bool
gomp_loop_take_counted (struct gomp_thread *self, struct gomp_workshare *ws,
                        uint64_t *start, uint64_t *end)
{
  uint64_t first = ws->start;
  uint64_t stride = ws->stride;
  uint64_t chunks = ws->chunks;
  uint64_t number = gomp_loop_count (self, ws);
  if (unlikely (number >= chunks))
    return false;
  *start = first + number * stride;
  *end = likely (number + 1 < chunks) ? *start + stride : ws->end;
  return true;
}

HIDDEN bool gomp_loop_next_slow (struct gomp_thread *self, uint64_t *start,
                                 uint64_t *end) HOT;
/* The next chunk: true, or false if there is none.  */
static inline bool
gomp_loop_next (struct gomp_thread *self, uint64_t *start, uint64_t *end)
{
  struct gomp_workshare *ws = self->workshare;
  if (likely (ws != NULL))
    {
      if (ws->share == GOMP_SHARE_STEAL && likely (self->loop.has_begun)
          && likely (gomp_loop_take_own (self, ws, start, end)))
        return true;
      if (ws->share == GOMP_SHARE_COUNTER
          && likely (self->loop_backoff.meetings >= 0))
        return gomp_loop_take_counted (self, ws, start, end);
    }
  return gomp_loop_next_slow (self, start, end);
}
/* Leave the loop; then, unless it is nowait, gomp_team_barrier.  */
HIDDEN void gomp_loop_leave (struct gomp_thread *self) HOT;

/* For ordered.c and doacross.c: the region is cancelled.  Will CHUNK of the
   current loop never be executed, since its thread left?  */
HIDDEN bool gomp_loop_is_abandoned (struct gomp_thread *self,
                                    uint64_t chunk) COLD;

/* Ordered regions of the current loop (ordered.c).  */
HIDDEN void gomp_ordered_wait (struct gomp_thread *self) HOT;
HIDDEN void gomp_ordered_exhausted (struct gomp_thread *self) HOT;

static inline void
gomp_ordered_enter (struct gomp_thread *self)
{
  if (unlikely ((self->loop.ordered & GOMP_ORDERED_AWAITED) != 0))
    gomp_ordered_wait (self);
}

/* An iteration has at most one ordered region.  After as many ordered regions
   as the chunk has iterations, the next chunk need not wait for the rest of
   this one.  Outside ordered loops the count has no meaning.  */
static inline void
gomp_ordered_exit (struct gomp_thread *self)
{
  if ((self->loop.ordered & ~GOMP_ORDERED_AWAITED) != 0
      && (--self->loop.ordered & ~GOMP_ORDERED_AWAITED) == 0)
    gomp_ordered_exhausted (self);
}
/* Ordered regions are counted in chunks of at most this many iterations.  In
   larger chunks the rest of the last iteration is small compared with the
   chunk, at whose end its turn is passed on as well.  */
#define GOMP_ORDERED_COUNTED 64

/* For loop.c: set up; pass the current chunk's turn on; begin a chunk.  */
HIDDEN void gomp_ordered_setup (struct gomp_workshare *ws);
/* The number of the next chunk of an ordered queue, after a wait if other
   threads take chunks fast.  */
HIDDEN uint64_t gomp_ordered_number (struct gomp_thread *self) HOT;
HIDDEN void gomp_ordered_pass (struct gomp_thread *self) HOT;
static inline void
gomp_ordered_begin (struct gomp_thread *self)
{
  uint64_t iterations = self->loop.high - self->loop.low;
  self->loop.ordered = (iterations <= GOMP_ORDERED_COUNTED ? iterations : 0)
                       | GOMP_ORDERED_AWAITED;
}

/* Called before SELF takes a chunk from the common counter, if SELF has met
   more other threads there than self->loop_backoff.meetings
   (loop_backoff.c).  */
HIDDEN void gomp_loop_backoff_consider (struct gomp_thread *self,
                                        struct gomp_workshare *ws) HOT;

/* Cross-iteration dependences of the current loop (doacross.c).  An iteration
   is given by its number in the first loop and in the flattened space, which
   gomp_doacross_fold makes of the numbers in loops 0, 1, ...  */
HIDDEN void gomp_doacross_post (struct gomp_thread *self, uint64_t flat) HOT;
HIDDEN void gomp_doacross_wait (struct gomp_thread *self, uint64_t first,
                                uint64_t flat) HOT;
/* The number of loops, 0 if no thread has to wait.  */
HIDDEN unsigned gomp_doacross_dimensions (struct gomp_thread *self) HOT;

static inline uint64_t
gomp_doacross_fold (const struct gomp_thread *self, uint64_t flat,
                    unsigned loop, uint64_t number)
{
  return flat * self->workshare->extents[loop] + number;
}

/* The number in a loop of an iteration to wait for.  GCC 12 adds 2^32 to it if
   the variable is an unsigned int.  */
static inline uint64_t
gomp_doacross_number (const struct gomp_thread *self, unsigned loop,
                      uint64_t number)
{
  if (unlikely (number >= self->workshare->extents[loop]))
    return (uint32_t)number;
  return number;
}

/* For loop.c: set up; the current chunk is complete; a chunk was taken.  */
HIDDEN void gomp_doacross_setup (struct gomp_workshare *ws,
                                 const struct gomp_loop *loop);
HIDDEN void gomp_doacross_finish (struct gomp_thread *self) HOT;
HIDDEN void gomp_doacross_begin (struct gomp_thread *self) HOT;
/* The number of slots for chunks in progress, a power of 2.  */
HIDDEN unsigned gomp_loop_slot_count (unsigned nthreads);

/* Unsigned division: most operands are small, and dividing 64-bit numbers
   costs several times as much on many processors.  */
static inline uint64_t
gomp_divide (uint64_t a, uint64_t b)
{
  if (likely (((a | b) >> 32) == 0))
    return (uint32_t)a / (uint32_t)b;
  return a / b;
}

#endif
