/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The calls of work-shared loops for one type of loop variable.  The includer
   defines
     TYPE          the variable's type
     SIGNED        the signed one of its width: of steps and chunk sizes
     NAME(prefix)  the call of this type.  */

#if !defined TYPE || !defined SIGNED || !defined NAME
#  error "loop.tmpl.h: a parameter is missing"
#endif

#define AT struct ident *at, int32_t thread

EXPORT void NAME (__kmpc_for_static_init) (AT, int32_t schedule, int32_t *last,
                                           TYPE *lower, TYPE *upper,
                                           SIGNED *stride, SIGNED step,
                                           SIGNED chunk);
EXPORT void NAME (__kmpc_team_static_init) (AT, int32_t *last, TYPE *lower,
                                            TYPE *upper, SIGNED *stride,
                                            SIGNED step, SIGNED chunk);
EXPORT void NAME (__kmpc_dist_for_static_init) (AT, int32_t schedule,
                                                int32_t *last, TYPE *lower,
                                                TYPE *upper, TYPE *team_upper,
                                                SIGNED *stride, SIGNED step,
                                                SIGNED chunk);
EXPORT void NAME (__kmpc_dispatch_init) (AT, int32_t schedule, TYPE lower,
                                         TYPE upper, SIGNED step, SIGNED chunk);
EXPORT void NAME (__kmpc_dist_dispatch_init) (AT, int32_t schedule,
                                              int32_t *last, TYPE lower,
                                              TYPE upper, SIGNED step,
                                              SIGNED chunk);
EXPORT int32_t NAME (__kmpc_dispatch_next) (AT, int32_t *last, TYPE *lower,
                                            TYPE *upper, SIGNED *stride);
EXPORT void NAME (__kmpc_dispatch_fini) (AT);

/* The number of iterations from LOWER to UPPER (inclusive) by STEP.  */
static inline uint64_t
NAME (count) (TYPE lower, TYPE upper, SIGNED step)
{
  if (step > 0 ? lower > upper : lower < upper)
    return 0;
  uint64_t span = step > 0 ? (uint64_t)upper - (uint64_t)lower
                           : (uint64_t)lower - (uint64_t)upper;
  uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;
  return (stride == 1 ? span : divide (span, stride)) + 1;
}

/* Set bounds without an iteration, also if LOWER or UPPER is the last number
   of the type.  */
static inline void
NAME (empty) (TYPE *lower, TYPE *upper, SIGNED step)
{
  TYPE first = *lower;
  if (first != *upper)
    {
      *lower = *upper;
      *upper = first;
    }
  else if (step > 0 ? (TYPE)(first + 1) > first : (TYPE)(first - 1) > first)
    *lower = (TYPE)(first + 1);
  else
    *upper = (TYPE)(first - 1);
  if (step < 0 && *lower > *upper)
    {
      first = *lower;
      *lower = *upper;
      *upper = first;
    }
}

/* The part of ME, in blocks of SIZE iterations; the first MORE blocks have
   SIZE + 1.  */
static inline void
NAME (block) (struct offgomp_position me_in, uint64_t trip, uint64_t size,
              uint64_t more, int32_t *last, TYPE *lower, TYPE *upper,
              SIGNED step)
{
  uint64_t number = me_in.number;
  uint64_t first = number * size + (number < more ? number : more);
  uint64_t end = first + size + (number < more);
  if (end > trip)
    end = trip;
  if (first >= end)
    {
      NAME (empty) (lower, upper, step);
      return;
    }
  *last = end == trip;
  uint64_t start = (uint64_t)*lower;
  *lower = (TYPE)(start + first * (uint64_t)step);
  if (end != trip)
    *upper = (TYPE)(start + (end - 1) * (uint64_t)step);
}

/* The first chunk of ME.  */
static inline void
NAME (chunks) (struct offgomp_position me_in, uint64_t trip, uint64_t chunk,
               int32_t *last, TYPE *lower, TYPE *upper, SIGNED *stride,
               SIGNED step)
{
  uint64_t first = me_in.number * chunk;
  *stride = (SIGNED)(chunk * me_in.count * (uint64_t)step);
  if (first >= trip)
    {
      NAME (empty) (lower, upper, step);
      return;
    }
  uint64_t chunks = divide (trip - 1, chunk) + 1;
  *last = (chunks - 1) % me_in.count == me_in.number;
  uint64_t start = (uint64_t)*lower;
  *lower = (TYPE)(start + first * (uint64_t)step);
  if (first + chunk < trip)
    *upper = (TYPE)(start + (first + chunk - 1) * (uint64_t)step);
}

/* The part of ME in the loop.  *LAST: it has the last iteration.  */
static inline void
NAME (share) (struct offgomp_position me_in, int32_t kind, int32_t *last,
              TYPE *lower, TYPE *upper, SIGNED *stride, SIGNED step,
              SIGNED chunk)
{
  uint64_t trip = NAME (count) (*lower, *upper, step);
  uint64_t count = me_in.count;
  uint64_t size = chunk < 1 ? 1 : (uint64_t)chunk;
  *last = 0;
  *stride = step;
  if (trip == 0)
    return;
  if (kind == STATIC_CHUNKED || kind == DISTRIBUTE_CHUNKED)
    {
      NAME (chunks) (me_in, trip, size, last, lower, upper, stride, step);
      return;
    }
  *stride = (SIGNED)(trip * (uint64_t)step);
  if (count == 1)
    *last = 1;
  else if (kind == STATIC_ROUNDED)
    {
      uint64_t even = divide (trip - 1, count) + 1;
      even = (divide (even - 1, size) + 1) * size;
      NAME (block) (me_in, trip, even, 0, last, lower, upper, step);
    }
  else
    {
      uint64_t even = divide (trip, count);
      NAME (block)
      (me_in, trip, even, trip - even * count, last, lower, upper, step);
    }
}

static inline void
NAME (begin_doacross) (int32_t kind, TYPE lower, TYPE upper, SIGNED step,
                       SIGNED chunk)
{
  struct offgomp_loop loop = { .start = (uint64_t)lower,
                               .step = (uint64_t)step,
                               .count = NAME (count) (lower, upper, step),
                               .chunk = kind != STATIC_CHUNKED ? 0
                                        : chunk < 1            ? 1
                                                    : (uint64_t)chunk,
                               .schedule = OFFGOMP_STATIC,
                               .monotonic = true };
  libomp_doacross_begin (&loop);
}

/* The thread's part of the loop from FIRST to END is from LOWER to UPPER.  */
static COLD void
NAME (report) (const struct ident *at, bool among_teams, TYPE first, TYPE end,
               TYPE lower, TYPE upper, SIGNED step)
{
  uint64_t trip = NAME (count) (first, end, step);
  uint64_t size = trip == 0 ? 0 : NAME (count) (lower, upper, step);
  const struct offgomp_part part
      = { .at = libomp_location (at),
          .count = trip,
          .first = size == 0 ? 0
                   : step > 0
                       ? ((uint64_t)lower - (uint64_t)first) / (uint64_t)step
                       : ((uint64_t)first - (uint64_t)lower) / -(uint64_t)step,
          .size = size,
          .is_distributed = among_teams };
  core.part_begin (&part);
}

static COLD void
NAME (static_init_observed) (const struct ident *at, int32_t kind,
                             int32_t *last, TYPE *lower, TYPE *upper,
                             SIGNED *stride, SIGNED step, SIGNED chunk)
{
  int32_t is_last;
  TYPE first = *lower, end = *upper;
  bool among_teams = kind == DISTRIBUTE || kind == DISTRIBUTE_CHUNKED;
  bool is_doacross = libomp_thread ()->dimensions != 0;
  if (is_doacross)
    NAME (begin_doacross) (kind, *lower, *upper, step, chunk);
  NAME (share)
  (among_teams ? core.team_position () : core.position (), kind, &is_last,
   lower, upper, stride, step, chunk);
  if (last != NULL)
    *last = is_last;
  if (!is_doacross)
    NAME (report) (at, among_teams, first, end, *lower, *upper, step);
}

void
NAME (__kmpc_for_static_init) (AT, int32_t schedule, int32_t *last, TYPE *lower,
                               TYPE *upper, SIGNED *stride, SIGNED step,
                               SIGNED chunk)
{
  int32_t kind = schedule_kind (schedule);
  int32_t is_last;
  const struct offgomp_thread *me = libomp_thread_fast ();
  (void)thread;
  if (unlikely (me == NULL))
    {
      NAME (static_init_observed)
      (at, kind, last, lower, upper, stride, step, chunk);
      return;
    }
  struct offgomp_position mine;
  if (unlikely (me->dimensions != 0))
    {
      NAME (begin_doacross) (kind, *lower, *upper, step, chunk);
      mine = core.position ();
    }
  else if (kind == DISTRIBUTE || kind == DISTRIBUTE_CHUNKED)
    mine = core.team_position_of (me);
  else
    mine = core.position_of (me);
  NAME (share)
  (mine, kind, &is_last, lower, upper, stride, step, chunk);
  if (last != NULL)
    *last = is_last;
}

void
NAME (__kmpc_team_static_init) (AT, int32_t *last, TYPE *lower, TYPE *upper,
                                SIGNED *stride, SIGNED step, SIGNED chunk)
{
  NAME (__kmpc_for_static_init)
  (at, thread, DISTRIBUTE_CHUNKED, last, lower, upper, stride, step, chunk);
}

/* Divide the loop among the teams in blocks, then each block among the threads
   of a team.  */
void
NAME (__kmpc_dist_for_static_init) (AT, int32_t schedule, int32_t *last,
                                    TYPE *lower, TYPE *upper, TYPE *team_upper,
                                    SIGNED *stride, SIGNED step, SIGNED chunk)
{
  int32_t team_is_last, is_last;
  TYPE first = *lower, end = *upper;
  (void)thread;
  NAME (share)
  (core.team_position (), DISTRIBUTE, &team_is_last, lower, upper, stride, step,
   1);
  *team_upper = *upper;
  NAME (share)
  (core.position (), schedule_kind (schedule), &is_last, lower, upper, stride,
   step, chunk);
  if (last != NULL)
    *last = team_is_last & is_last;
  if (libomp_may_be_observed ())
    NAME (report) (at, false, first, end, *lower, *upper, step);
}

void
NAME (__kmpc_dispatch_init) (AT, int32_t schedule, TYPE lower, TYPE upper,
                             SIGNED step, SIGNED chunk)
{
  struct offgomp_loop loop = { .start = (uint64_t)lower,
                               .step = (uint64_t)step,
                               .count = NAME (count) (lower, upper, step),
                               .chunk = chunk < 1 ? 0 : (uint64_t)chunk };
  (void)at;
  (void)thread;
  decode_schedule (&loop, schedule);
  if (unlikely (libomp_thread ()->dimensions != 0))
    libomp_doacross_begin (&loop);
  else
    core.loop_begin (&loop);
}

void
NAME (__kmpc_dist_dispatch_init) (AT, int32_t schedule, int32_t *last,
                                  TYPE lower, TYPE upper, SIGNED step,
                                  SIGNED chunk)
{
  int32_t is_last;
  SIGNED stride;
  NAME (share)
  (core.team_position (), DISTRIBUTE, &is_last, &lower, &upper, &stride, step,
   1);
  if (last != NULL)
    *last = is_last;
  NAME (__kmpc_dispatch_init) (at, thread, schedule, lower, upper, step, chunk);
}

int32_t
NAME (__kmpc_dispatch_next) (AT, int32_t *last, TYPE *lower, TYPE *upper,
                             SIGNED *stride)
{
  struct offgomp_chunk chunk;
  (void)at;
  (void)thread;
  if (!core.loop_next (&chunk))
    return 0;
  *lower = (TYPE)chunk.low;
  *upper = (TYPE)chunk.last;
  if (stride != NULL)
    *stride = (SIGNED)chunk.step;
  if (last != NULL)
    *last = chunk.is_last;
  return 1;
}

/* Behind each iteration of an ordered loop; the ordered regions are counted. */
void
NAME (__kmpc_dispatch_fini) (AT)
{
  (void)at;
  (void)thread;
}

#undef AT
#undef TYPE
#undef SIGNED
#undef NAME
