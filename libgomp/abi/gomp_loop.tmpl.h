/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of work-shared loops for one type of loop variable.  The
   includer defines
     LOOP_TYPE         long or ull
     LOOP(name)        the entry point GOMP_loop_<name> or GOMP_loop_ull_<name>
     LOOP_DIRECTION    nothing, or the parameter "bool up,"
     LOOP_IS_UP(incr)  the loop counts upward
     LOOP_POST         the entry points of the depend clauses
     LOOP_WAIT         source and sink.  */

#if !defined LOOP_TYPE || !defined LOOP || !defined LOOP_DIRECTION             \
    || !defined LOOP_IS_UP || !defined LOOP_POST || !defined LOOP_WAIT
#  error "gomp_loop.tmpl.h: a parameter is missing"
#endif

#include <stdarg.h>

/* Iterations of a loop from START to END (exclusive) by STEP.  */
static uint64_t
count_iterations (bool up, LOOP_TYPE start, LOOP_TYPE end, LOOP_TYPE step)
{
  if (up ? start >= end : start <= end)
    return 0;
  uint64_t span
      = up ? (uint64_t)end - (uint64_t)start : (uint64_t)start - (uint64_t)end;
  uint64_t stride = up ? (uint64_t)step : -(uint64_t)step;
  return stride <= 1 ? span : gomp_divide (span - 1, stride) + 1;
}

/* The loop from START to END by STEP; all other members are zero.  */
static struct gomp_loop
loop_of (bool up, LOOP_TYPE start, LOOP_TYPE end, LOOP_TYPE step)
{
  return (struct gomp_loop){ .count = count_iterations (up, start, end, step),
                             .start = (uint64_t)start,
                             .step = (uint64_t)step,
                             .end = (uint64_t)end };
}

/* The outermost of COUNT loops with cross-iteration dependences.  */
static struct gomp_loop
doacross_of (unsigned count, const LOOP_TYPE *counts)
{
  return (struct gomp_loop){ .count = (uint64_t)counts[0],
                             .step = 1,
                             .end = (uint64_t)counts[0],
                             .monotonic = true,
                             .dimensions = count,
                             .is_long = sizeof (LOOP_TYPE) < sizeof (uint64_t),
                             .extents = counts };
}

static inline bool
next (struct gomp_thread *self, LOOP_TYPE *istart, LOOP_TYPE *iend)
{
  uint64_t low, high;
  if (!gomp_loop_next (self, &low, &high))
    return false;
  *istart = (LOOP_TYPE)low;
  *iend = (LOOP_TYPE)high;
  return true;
}

/* One body for all entry points, of which there are many.  */
static COLD bool
next_observed (LOOP_TYPE *istart, LOOP_TYPE *iend)
{
  uint64_t low, high;
  if (!gomp_loop_next_observed (&low, &high))
    return false;
  *istart = (LOOP_TYPE)low;
  *iend = (LOOP_TYPE)high;
  return true;
}

static NOINLINE bool
next_of_caller (LOOP_TYPE *istart, LOOP_TYPE *iend)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return next_observed (istart, iend);
  return next (self, istart, iend);
}

/* CALL: that of the entry point.  */
static COLD bool
begin_observed (struct gomp_loop *loop, LOOP_TYPE *istart, LOOP_TYPE *iend,
                struct gomp_call call)
{
  gomp_loop_start_observed (loop, call);
  return istart == NULL || next_observed (istart, iend);
}

static NOINLINE bool
begin_for (struct gomp_thread *self, struct gomp_loop *loop, LOOP_TYPE *istart,
           LOOP_TYPE *iend)
{
  gomp_loop_start (self, loop);
  return istart == NULL || next (self, istart, iend);
}

static SPECIALIZED bool
begin (struct gomp_loop *loop, LOOP_TYPE *istart, LOOP_TYPE *iend)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return begin_observed (loop, istart, iend, GOMP_CALLER);
  return begin_for (self, loop, istart, iend);
}

static SPECIALIZED bool
begin_runtime (struct gomp_loop *loop, LOOP_TYPE *istart, LOOP_TYPE *iend)
{
  gomp_loop_runtime (gomp_self (), loop);
  return begin (loop, istart, iend);
}

/* SCHED is the encoded schedule of the unified entry points.  */
static SPECIALIZED bool
begin_encoded (struct gomp_loop *loop, long sched, LOOP_TYPE *istart,
               LOOP_TYPE *iend, uintptr_t *reductions, void **mem)
{
  gomp_loop_decode (gomp_self (), loop, sched);
  loop->reductions = reductions;
  loop->mem = mem;
  return begin (loop, istart, iend);
}

#define NEXT(name)                                                             \
  EXPORT bool LOOP (name##_next) (LOOP_TYPE * istart, LOOP_TYPE * iend);       \
  bool LOOP (name##_next) (LOOP_TYPE * istart, LOOP_TYPE * iend)               \
  {                                                                            \
    return next_of_caller (istart, iend);                                      \
  }

#define CHUNKED(name, kind, in_order, has_ordered)                             \
  EXPORT bool LOOP (name##_start) (                                            \
      LOOP_DIRECTION LOOP_TYPE start, LOOP_TYPE end, LOOP_TYPE incr,           \
      LOOP_TYPE chunk, LOOP_TYPE * istart, LOOP_TYPE * iend);                  \
  bool LOOP (name##_start) (LOOP_DIRECTION LOOP_TYPE start, LOOP_TYPE end,     \
                            LOOP_TYPE incr, LOOP_TYPE chunk,                   \
                            LOOP_TYPE * istart, LOOP_TYPE * iend)              \
  {                                                                            \
    struct gomp_loop loop = loop_of (LOOP_IS_UP (incr), start, end, incr);     \
    loop.schedule = GOMP_SCHEDULE_##kind;                                      \
    loop.chunk = (uint64_t)chunk;                                              \
    loop.monotonic = in_order;                                                 \
    loop.ordered = has_ordered;                                                \
    return begin (&loop, istart, iend);                                        \
  }                                                                            \
  NEXT (name)

#define RUNTIME(name, in_order, has_ordered)                                   \
  EXPORT bool LOOP (name##_start) (LOOP_DIRECTION LOOP_TYPE start,             \
                                   LOOP_TYPE end, LOOP_TYPE incr,              \
                                   LOOP_TYPE * istart, LOOP_TYPE * iend);      \
  bool LOOP (name##_start) (LOOP_DIRECTION LOOP_TYPE start, LOOP_TYPE end,     \
                            LOOP_TYPE incr, LOOP_TYPE * istart,                \
                            LOOP_TYPE * iend)                                  \
  {                                                                            \
    struct gomp_loop loop = loop_of (LOOP_IS_UP (incr), start, end, incr);     \
    loop.monotonic = in_order;                                                 \
    loop.ordered = has_ordered;                                                \
    return begin_runtime (&loop, istart, iend);                                \
  }                                                                            \
  NEXT (name)

#define DOACROSS(name, kind)                                                   \
  EXPORT bool LOOP (doacross_##name##_start) (                                 \
      unsigned ncounts, LOOP_TYPE *counts, LOOP_TYPE chunk, LOOP_TYPE *istart, \
      LOOP_TYPE *iend);                                                        \
  bool LOOP (doacross_##name##_start) (unsigned ncounts, LOOP_TYPE *counts,    \
                                       LOOP_TYPE chunk, LOOP_TYPE *istart,     \
                                       LOOP_TYPE *iend)                        \
  {                                                                            \
    struct gomp_loop loop = doacross_of (ncounts, counts);                     \
    loop.schedule = GOMP_SCHEDULE_##kind;                                      \
    loop.chunk = (uint64_t)chunk;                                              \
    return begin (&loop, istart, iend);                                        \
  }

#include "abi/gomp_loop.def"
#undef NEXT

EXPORT bool LOOP (doacross_runtime_start) (unsigned ncounts, LOOP_TYPE *counts,
                                           LOOP_TYPE *istart, LOOP_TYPE *iend);
bool
LOOP (doacross_runtime_start) (unsigned ncounts, LOOP_TYPE *counts,
                               LOOP_TYPE *istart, LOOP_TYPE *iend)
{
  struct gomp_loop loop = doacross_of (ncounts, counts);
  return begin_runtime (&loop, istart, iend);
}

#define UNIFIED(name, has_ordered)                                             \
  EXPORT bool LOOP (name) (LOOP_DIRECTION LOOP_TYPE start, LOOP_TYPE end,      \
                           LOOP_TYPE incr, long sched, LOOP_TYPE chunk,        \
                           LOOP_TYPE *istart, LOOP_TYPE *iend,                 \
                           uintptr_t *reductions, void **mem);                 \
  bool LOOP (name) (LOOP_DIRECTION LOOP_TYPE start, LOOP_TYPE end,             \
                    LOOP_TYPE incr, long sched, LOOP_TYPE chunk,               \
                    LOOP_TYPE *istart, LOOP_TYPE *iend, uintptr_t *reductions, \
                    void **mem)                                                \
  {                                                                            \
    struct gomp_loop loop = loop_of (LOOP_IS_UP (incr), start, end, incr);     \
    loop.chunk = (uint64_t)chunk;                                              \
    loop.ordered = has_ordered;                                                \
    return begin_encoded (&loop, sched, istart, iend, reductions, mem);        \
  }

UNIFIED (start, false)
UNIFIED (ordered_start, true)
#undef UNIFIED

EXPORT bool LOOP (doacross_start) (unsigned ncounts, LOOP_TYPE *counts,
                                   long sched, LOOP_TYPE chunk,
                                   LOOP_TYPE *istart, LOOP_TYPE *iend,
                                   uintptr_t *reductions, void **mem);
bool
LOOP (doacross_start) (unsigned ncounts, LOOP_TYPE *counts, long sched,
                       LOOP_TYPE chunk, LOOP_TYPE *istart, LOOP_TYPE *iend,
                       uintptr_t *reductions, void **mem)
{
  struct gomp_loop loop = doacross_of (ncounts, counts);
  loop.chunk = (uint64_t)chunk;
  return begin_encoded (&loop, sched, istart, iend, reductions, mem);
}

/* ---- Doacross loops.  */

static inline void
post (struct gomp_thread *self, const LOOP_TYPE *counts)
{
  unsigned loops = gomp_doacross_dimensions (self);
  uint64_t flat = (uint64_t)counts[0];
  for (unsigned i = 1; i < loops; i++)
    flat = gomp_doacross_fold (self, flat, i, (uint64_t)counts[i]);
  if (loops != 0)
    gomp_doacross_post (self, flat);
}

static COLD void
post_observed (const LOOP_TYPE *counts)
{
  uint64_t numbers[GOMP_DOACROSS_OBSERVED] = { (uint64_t)counts[0] };
  unsigned loops = gomp_doacross_observed (gomp_self ());
  for (unsigned i = 1; i < loops && i < GOMP_DOACROSS_OBSERVED; i++)
    numbers[i] = (uint64_t)counts[i];
  post (gomp_doacross_post_observed (numbers), counts);
}

void
LOOP_POST (LOOP_TYPE *counts)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    post (self, counts);
  else
    post_observed (counts);
}

/* SINKS: the numbers after the first one.  This function is inline, so that the
   list does not leave LOOP_WAIT: else a compiler saves the floating-point
   registers there and keeps the list in memory.  */
static SPECIALIZED struct gomp_thread *
wait_observed (LOOP_TYPE first, va_list sinks)
{
  uint64_t numbers[GOMP_DOACROSS_OBSERVED] = { (uint64_t)first };
  unsigned loops = gomp_doacross_observed (gomp_self ());
  for (unsigned i = 1; i < loops && i < GOMP_DOACROSS_OBSERVED; i++)
    numbers[i] = (uint64_t)va_arg (sinks, LOOP_TYPE);
  return gomp_doacross_wait_observed (numbers);
}

void
LOOP_WAIT (LOOP_TYPE first, ...)
{
  struct gomp_thread *self = gomp_self_fast ();
  va_list sinks;
  if (unlikely (self == NULL))
    {
      va_start (sinks, first);
      self = wait_observed (first, sinks);
      va_end (sinks);
    }
  unsigned loops = gomp_doacross_dimensions (self);
  if (loops == 0)
    return;
  uint64_t row = gomp_doacross_number (self, 0, (uint64_t)first);
  uint64_t flat = row;
  va_start (sinks, first);
  for (unsigned i = 1; i < loops; i++)
    flat = gomp_doacross_fold (
        self, flat, i,
        gomp_doacross_number (self, i, (uint64_t)va_arg (sinks, LOOP_TYPE)));
  va_end (sinks);
  gomp_doacross_wait (self, row, flat);
}
