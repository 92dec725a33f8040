/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libomp.so.5 calls: see include/offgomp_core.h.  Any thread.  */

#include "offgomp_core.h"

#include <string.h>

#include "abi/offgomp_core_observe.h"
/* The program has called libomp.so.5.  */
#define GOMP_ABI_CALLER gomp_observed_caller ()
#include "abi/gomp_cancel.h"
#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "abi/offgomp_core_critical.h"
#include "abi/offgomp_core_icv.h"
#include "abi/offgomp_core_task.h"
#include "abi/omp_lock.h"
#include "base/diag.h"
#include "base/tsan.h"
#include "core_table.h"
#include "icv/icv.h"
#include "os/entry.h"
#include "tasking/group.h"
#include "team/combine.h"
#include "team/critical.h"
#include "team/initial.h"
#include "team/league.h"
#include "team/loop.h"
#include "team/team.h"

EXPORT core_table_getter offgomp_core;

/* ---- The calling thread.  */

static struct offgomp_thread *
thread_data (void)
{
  return &gomp_self ()->libomp;
}

static int
thread_num (void)
{
  return (int)gomp_self ()->thread_num;
}

static inline const struct gomp_thread *
owner (const struct offgomp_thread *me)
{
  return container_of (me, const struct gomp_thread, libomp);
}

static struct offgomp_position
position_of (const struct offgomp_thread *me)
{
  const struct gomp_thread *self = owner (me);
  return (struct offgomp_position){ .number = self->thread_num,
                                    .count = gomp_team_num_threads (self) };
}

static struct offgomp_position
team_position_of (const struct offgomp_thread *me)
{
  const struct gomp_thread *self = owner (me);
  return (struct offgomp_position){
    .number = self->team_num, .count = self->num_teams > 0 ? self->num_teams : 1
  };
}

static bool
is_alone (const struct offgomp_thread *me)
{
  const struct gomp_thread *self = owner (me);
  return gomp_team_num_threads (self) == 1 && self->num_teams <= 1;
}

static struct offgomp_position
position (void)
{
  return position_of (&gomp_self ()->libomp);
}

static struct offgomp_position
team_position (void)
{
  return team_position_of (&gomp_self ()->libomp);
}

static bool
in_parallel (void)
{
  return gomp_team_active_level (gomp_self ()) > 0;
}

/* ---- Teams.  */

static void
parallel (void (*fn) (void *), void *data, unsigned threads, unsigned bind)
{
  const struct gomp_team_request request
      = { .fn = fn,
          .data = data,
          .nthreads = threads,
          .bind = (enum gomp_proc_bind)bind };
  gomp_abi_region_run (&request);
}

static void
run_league (const struct gomp_abi_league *league)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_abi_teams_run (self, league);
  else
    gomp_abi_teams_observed (league, gomp_observed_caller ());
}

/* In a parallel region, as the host's code of a target region may be: clang's
   programs call it themselves.  Each team is one initial thread, for which
   nobody waits at its barriers.  */
static NOINLINE void
run_league_inside (const struct gomp_abi_league *league)
{
  struct gomp_initial_state state;
  gomp_thread_enter_initial (&state);
  run_league (league);
  gomp_thread_leave_initial (&state);
}

/* Clang's programs expect one team where the number is left to the library, and
   that no variable raises the limit of the region with the construct.  */
static void
teams (void (*fn) (void *), void *data, unsigned count, unsigned limit)
{
  struct gomp_thread *fast = gomp_self_fast ();
  const struct gomp_thread *self
      = likely (fast != NULL) ? fast : gomp_self_observing ();
  const struct gomp_icv *icv = self->task->icv;
  if (self->league != NULL && self->team == NULL)
    {
      gomp_league_run (fn, data, count, limit);
      return;
    }
  const struct gomp_abi_league league
      = { .fn = fn,
          .data = data,
          .num_teams = count,
          .thread_limit = gomp_league_limit (limit, icv),
          .default_teams = 1 };
  if (unlikely (self->team != NULL))
    run_league_inside (&league);
  else
    run_league (&league);
}

static void
serial_begin (void)
{
  const struct gomp_team_request request = { .nthreads = 1 };
  gomp_abi_region_start (&request);
}

static void
serial_end (void)
{
  gomp_abi_region_end ();
}

static unsigned
limit_threads (unsigned limit)
{
  return gomp_abi_limit_threads (gomp_self (), limit);
}

/* ---- Synchronisation.  */

static bool
barrier (const struct offgomp_location *at)
{
  bool observed;
  struct gomp_thread *self = gomp_self_unless_observed (&observed);
  if (observed)
    return gomp_core_barrier_observed (at);
  if (unlikely (self == NULL))
    self = gomp_self ();
  return gomp_team_barrier (self);
}

static bool
single_barrier (void)
{
  return gomp_abi_barrier (ompt_sync_region_barrier_implicit_workshare);
}

static bool
own_barrier (void)
{
  return gomp_abi_barrier (ompt_sync_region_barrier_implementation);
}

/* With cancellation some threads may not come.  The only thread of a team may
   be one of a league.  While threads are observed, each combines its results
   itself.  */
static int
reduce (void *list, void (*combine) (void *into, void *from))
{
  struct gomp_partial own = { .list = list, .threads = 1 };
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    {
      self = gomp_self_observing ();
      if (self->observed != NULL)
        return -1;
    }
  if (gomp_icv_global.cancellation || gomp_team_num_threads (self) == 1)
    return -1;
  if (gomp_team_combine (self, &own, combine))
    return 1;
  gomp_team_barrier (self);
  return 0;
}

static bool
cancel (int which)
{
  return gomp_abi_cancel (which);
}

static bool
cancellation_point (int which)
{
  return gomp_abi_cancellation_point (which);
}

static void
nest_lock_init (void *lock, uint32_t hint)
{
  const void *at = gomp_self_is_observed () ? gomp_observed_caller ().at : NULL;
  gomp_abi_make_nest_lock_f (lock, hint, at);
}

/* The lock of reductions that no gcc's construct shares.  */
static void
lock_acquire (void *lock)
{
  gomp_critical_acquire (lock);
}

static void
lock_release (void *lock)
{
  gomp_critical_release (lock);
}

static int32_t
single (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_core_single_observed ();
  return gomp_workshare_single (self);
}

static int32_t
masked (int32_t filter)
{
  const struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_core_masked_observed (filter);
  return (int32_t)self->thread_num == filter;
}

static void *
broadcast (void *data)
{
  struct gomp_thread *self = gomp_self ();
  gomp_workshare_claim (self);
  if (data == NULL)
    return gomp_workshare_published (self);
  gomp_workshare_publish (self, data);
  return NULL;
}

/* ---- Loops.  */

/* A nest of loops may come to a wait before it has a chunk.  */
static SPECIALIZED void
begin_loop (struct gomp_thread *self, const struct offgomp_loop *from,
            const bool observed)
{
  static const enum gomp_schedule kinds[]
      = { [OFFGOMP_STATIC] = GOMP_SCHEDULE_STATIC,
          [OFFGOMP_DYNAMIC] = GOMP_SCHEDULE_DYNAMIC,
          [OFFGOMP_GUIDED] = GOMP_SCHEDULE_GUIDED,
          [OFFGOMP_RUNTIME] = GOMP_SCHEDULE_STATIC };
  struct gomp_loop loop = { .count = from->count,
                            .start = from->start,
                            .step = from->step,
                            .end = from->start + from->count * from->step,
                            .chunk = from->chunk,
                            .schedule = kinds[from->schedule],
                            .monotonic = from->monotonic,
                            .ordered = from->ordered,
                            .dimensions = from->dimensions,
                            .collapsed = from->collapsed,
                            .extents = from->extents };
  if (from->schedule == OFFGOMP_RUNTIME)
    gomp_loop_runtime (self, &loop);
  if (observed)
    gomp_loop_start_observed (&loop, gomp_observed_caller ());
  else
    gomp_loop_start (self, &loop);
  if (unlikely (loop.dimensions != 0))
    self->loop.low = self->loop.high = 0;
}

static COLD void
loop_begin_observed (const struct offgomp_loop *from)
{
  begin_loop (gomp_self_observing (), from, true);
}

static void
loop_begin (const struct offgomp_loop *from)
{
  bool observed;
  struct gomp_thread *self = gomp_self_unless_observed (&observed);
  if (observed)
    {
      loop_begin_observed (from);
      return;
    }
  if (unlikely (self == NULL))
    self = gomp_self ();
  begin_loop (self, from, false);
}

static inline void
write_chunk (struct offgomp_chunk *chunk, const struct gomp_workshare *ws,
             uint64_t low, uint64_t high)
{
  chunk->low = low;
  chunk->last = high - ws->step;
  chunk->step = ws->step;
  chunk->is_last = high == ws->end;
}

static COLD bool
loop_next_observed (struct offgomp_chunk *chunk)
{
  const struct gomp_workshare *ws = gomp_self_observing ()->workshare;
  uint64_t low, high;
  if (ws == NULL || !gomp_core_loop_next_observed (&low, &high))
    return false;
  write_chunk (chunk, ws, low, high);
  return true;
}

static bool
loop_next (struct offgomp_chunk *chunk)
{
  bool observed;
  struct gomp_thread *self = gomp_self_unless_observed (&observed);
  if (observed)
    return loop_next_observed (chunk);
  if (unlikely (self == NULL))
    self = gomp_self ();
  const struct gomp_workshare *ws = self->workshare;
  uint64_t low, high;
  if (unlikely (ws == NULL))
    return false;
  if (!gomp_loop_next (self, &low, &high))
    {
      gomp_loop_leave (self);
      return false;
    }
  write_chunk (chunk, ws, low, high);
  return true;
}

static void
loop_leave (void)
{
  gomp_abi_loop_end_nowait ();
}

static void
ordered_begin (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    gomp_ordered_observed (gomp_observed_caller ());
  else
    gomp_ordered_enter (self);
}

static void
ordered_end (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    gomp_ordered_end_observed (gomp_observed_caller ());
  else
    gomp_ordered_exit (self);
}

/* The number of ITERATION in the first COUNT loops as one.  */
static uint64_t
flatten (const struct gomp_thread *self, const uint64_t *iteration,
         unsigned count)
{
  uint64_t flat = iteration[0];
  for (unsigned i = 1; i < count; i++)
    flat = gomp_doacross_fold (self, flat, i, iteration[i]);
  return flat;
}

/* The iterations of an earlier chunk are complete when the thread comes to a
   later one.  */
static void
doacross_post (const uint64_t *iteration)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    self = gomp_core_doacross_post_observed (iteration);
  unsigned loops = gomp_doacross_dimensions (self);
  uint64_t low, high;
  if (loops == 0 || gomp_team_num_threads (self) == 1)
    return;
  uint64_t row = flatten (self, iteration, self->workshare->collapsed);
  while (unlikely (!self->loop.holds_chunk || row >= self->loop.high))
    if (!gomp_loop_next (self, &low, &high))
      return;
  gomp_doacross_post (self, flatten (self, iteration, loops));
}

static void
doacross_wait (const uint64_t *iteration)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    self = gomp_core_doacross_wait_observed (iteration);
  unsigned loops = gomp_doacross_dimensions (self);
  if (loops == 0 || gomp_team_num_threads (self) == 1)
    return;
  const struct gomp_workshare *ws = self->workshare;
  for (unsigned i = 0; i < loops; i++)
    if (iteration[i] >= ws->extents[i])
      return;
  gomp_doacross_wait (self, flatten (self, iteration, ws->collapsed),
                      flatten (self, iteration, loops));
}

/* ---- Messages.  */

static void
warning (const char *text)
{
  gomp_warning ("%s", text);
}

static _Noreturn void
fatal (const char *text)
{
  gomp_fatal ("%s", text);
}

static struct offgomp_core core = {
  .thread_data = thread_data,
  .share_distance = gomp_self_share_distance,
  .thread_offset = offsetof (struct gomp_thread, libomp),
  .thread_num = thread_num,
  .position = position,
  .position_of = position_of,
  .team_position = team_position,
  .team_position_of = team_position_of,
  .is_alone = is_alone,
  .in_parallel = in_parallel,
  .parallel = parallel,
  .teams = teams,
  .serial_begin = serial_begin,
  .serial_end = serial_end,
  .barrier = barrier,
  .single_barrier = single_barrier,
  .own_barrier = own_barrier,
  .reduce = reduce,
  .cancel = cancel,
  .cancellation_point = cancellation_point,
  .critical_lock = gomp_core_critical_lock,
  .critical_begin = gomp_core_critical_begin,
  .critical_begin_hinted = gomp_core_critical_begin_hinted,
  .critical_end = gomp_core_critical_end,
  .nest_lock_init = nest_lock_init,
  .merge_begin = gomp_core_merge_begin,
  .merge_end = gomp_core_merge_end,
  .lock_acquire = lock_acquire,
  .lock_release = lock_release,
  .single = single,
  .single_end = gomp_core_single_end,
  .masked = masked,
  .masked_end = gomp_core_masked_end,
  .exit_frame = gomp_core_exit_frame,
  .broadcast = broadcast,
  .loop_begin = loop_begin,
  .loop_next = loop_next,
  .loop_leave = loop_leave,
  .part_begin = gomp_core_part_begin,
  .part_end = gomp_core_part_end,
  .ordered_begin = ordered_begin,
  .ordered_end = ordered_end,
  .doacross_post = doacross_post,
  .doacross_wait = doacross_wait,
  .task_alloc = gomp_core_task_alloc,
  .task_free = gomp_core_task_free,
  .task_spawn = gomp_core_task_spawn,
  .task_spawn_target = gomp_core_task_spawn_target,
  .task_has_children = gomp_core_task_has_children,
  .task_is_alone = gomp_core_task_is_alone,
  .task_suspend = gomp_core_task_suspend,
  .event_make = gomp_core_event_make,
  .task_launch = gomp_core_task_launch,
  .event_wait = gomp_core_event_wait,
  .task_begin = gomp_core_task_begin,
  .task_end = gomp_core_task_end,
  .task_wait = gomp_core_task_wait,
  .task_wait_depend = gomp_core_task_wait_depend,
  .task_depend = gomp_core_task_depend,
  .task_yield = gomp_core_task_yield,
  .taskgroup_begin = gomp_core_taskgroup_begin,
  .taskgroup_end = gomp_core_taskgroup_end,
  .taskloop_split = gomp_core_taskloop_split,
  .taskloop_end = gomp_core_taskloop_end,
  .reduction_register = gomp_core_reduction_register,
  .reduction_unregister = gomp_reduction_unregister,
  .reduction_copy = gomp_core_reduction_copy,
  .limit_threads = limit_threads,
  .target_offload = gomp_core_target_offload,
  .stack_size = gomp_core_stack_size,
  .set_stack_size = gomp_core_set_stack_size,
  .spin_time = gomp_icv_spin_time,
  .set_spin_time = gomp_icv_set_spin_time,
  .set_variables = gomp_core_set_variables,
  .add_variables = gomp_core_add_variables,
  .cpu_siblings = gomp_core_cpu_siblings,
  .use_cpus = gomp_core_use_cpus,
  .flush = gomp_core_flush,
  .error = gomp_core_error,
  .warning = warning,
  .fatal = fatal,
};

const void *
offgomp_core (const char *version, size_t size)
{
  if (strcmp (version, PACKAGE_VERSION) != 0 || size != sizeof (core))
    return NULL;
  os_entry_add (__builtin_return_address (0));
  /* The dynamic linker runs one constructor at a time.  */
  if (gomp_tsan_active ())
    core.task_alloc = gomp_core_task_alloc_tsan;
  return &core;
}
