/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of work-shared loops of type long (OpenMP 5.1 sections 2.11.4
   and 2.19.9): generated from gomp_loop.def, plus the code that does not depend
   on the type of the loop variable.  Any thread of the team.  */

#include "abi/gomp_loop_code.h"
#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "team/loop.h"
#include "team/observe.h"
#include "team/team.h"

#define LOOP_TYPE long
#define LOOP(name) GOMP_loop_##name
#define LOOP_DIRECTION
#define LOOP_IS_UP(incr) ((incr) > 0)
#define LOOP_POST GOMP_doacross_post
#define LOOP_WAIT GOMP_doacross_wait
#include "abi/gomp_loop.tmpl.h"

void
GOMP_loop_end (void)
{
  gomp_abi_loop_end ();
}

void
GOMP_loop_end_nowait (void)
{
  gomp_abi_loop_end_nowait ();
}

bool
GOMP_loop_end_cancel (void)
{
  return gomp_abi_loop_end ();
}

IN_ONE_LINE void
GOMP_ordered_start (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    gomp_ordered_observed (GOMP_CALLER);
  else if (unlikely (self->loop.ordered != 0))
    gomp_ordered_enter (self);
}

IN_ONE_LINE void
GOMP_ordered_end (void)
{
  if (likely (gomp_self_is_idle ()))
    return;
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    gomp_ordered_end_observed (GOMP_CALLER);
  else
    gomp_ordered_exit (self);
}

/* In a combined construct each thread begins with the next chunk.  */

static inline struct gomp_team_request
combine (void (*fn) (void *), void *data, unsigned num_threads, unsigned flags,
         const struct gomp_loop *loop)
{
  return (struct gomp_team_request){ .fn = fn,
                                     .data = data,
                                     .nthreads = num_threads,
                                     .bind = GOMP_PARALLEL_BIND (flags),
                                     .prepare = gomp_loop_prepare,
                                     .prepare_arg = loop };
}

#define COMBINED(name, kind, in_order)                                         \
  EXPORT void GOMP_parallel_loop_##name (                                      \
      void (*fn) (void *), void *data, unsigned num_threads, long start,       \
      long end, long incr, long chunk, unsigned flags);                        \
  void GOMP_parallel_loop_##name (void (*fn) (void *), void *data,             \
                                  unsigned num_threads, long start, long end,  \
                                  long incr, long chunk, unsigned flags)       \
  {                                                                            \
    struct gomp_loop loop = loop_of (incr > 0, start, end, incr);              \
    loop.schedule = GOMP_SCHEDULE_##kind;                                      \
    loop.chunk = (uint64_t)chunk;                                              \
    loop.monotonic = in_order;                                                 \
    struct gomp_team_request req                                               \
        = combine (fn, data, num_threads, flags, &loop);                       \
    gomp_abi_region_run (&req);                                                \
  }

#define COMBINED_RUNTIME(name, in_order)                                       \
  EXPORT void GOMP_parallel_loop_##name (void (*fn) (void *), void *data,      \
                                         unsigned num_threads, long start,     \
                                         long end, long incr, unsigned flags); \
  void GOMP_parallel_loop_##name (void (*fn) (void *), void *data,             \
                                  unsigned num_threads, long start, long end,  \
                                  long incr, unsigned flags)                   \
  {                                                                            \
    struct gomp_loop loop = loop_of (incr > 0, start, end, incr);              \
    loop.monotonic = in_order;                                                 \
    gomp_loop_runtime (gomp_self (), &loop);                                   \
    struct gomp_team_request req                                               \
        = combine (fn, data, num_threads, flags, &loop);                       \
    gomp_abi_region_run (&req);                                                \
  }

#define LEGACY(name, kind)                                                     \
  EXPORT void GOMP_parallel_loop_##name##_start (                              \
      void (*fn) (void *), void *data, unsigned num_threads, long start,       \
      long end, long incr, long chunk);                                        \
  void GOMP_parallel_loop_##name##_start (void (*fn) (void *), void *data,     \
                                          unsigned num_threads, long start,    \
                                          long end, long incr, long chunk)     \
  {                                                                            \
    struct gomp_loop loop = loop_of (incr > 0, start, end, incr);              \
    loop.schedule = GOMP_SCHEDULE_##kind;                                      \
    loop.chunk = (uint64_t)chunk;                                              \
    loop.monotonic = true;                                                     \
    struct gomp_team_request req = combine (fn, data, num_threads, 0, &loop);  \
    gomp_abi_region_start (&req);                                              \
  }

#include "abi/gomp_loop.def"

EXPORT void GOMP_parallel_loop_runtime_start (void (*fn) (void *), void *data,
                                              unsigned num_threads, long start,
                                              long end, long incr);
void
GOMP_parallel_loop_runtime_start (void (*fn) (void *), void *data,
                                  unsigned num_threads, long start, long end,
                                  long incr)
{
  struct gomp_loop loop = loop_of (incr > 0, start, end, incr);
  loop.monotonic = true;
  gomp_loop_runtime (gomp_self (), &loop);
  struct gomp_team_request req = combine (fn, data, num_threads, 0, &loop);
  gomp_abi_region_start (&req);
}
