/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libomp.so.5 calls: see include/offgomp_core.h.  Any thread.  */

#include "offgomp_core.h"

#include <string.h>

#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "abi/offgomp_core_critical.h"
#include "abi/offgomp_core_icv.h"
#include "abi/offgomp_core_task.h"
#include "base/diag.h"
#include "base/tsan.h"
#include "icv/icv.h"
#include "tasking/group.h"
#include "team/combine.h"
#include "team/critical.h"
#include "team/league.h"
#include "team/loop.h"
#include "team/team.h"

EXPORT offgomp_core_getter offgomp_core;

/* ---- The calling thread.  */

static struct offgomp_thread *
thread_data (void)
{
  return &gomp_self ()->libomp;
}

static intptr_t
thread_distance (void)
{
#if ARCH_HAS_TLS_DISTANCE
  gomp_self ();
  return atomic_load_explicit (&gomp_self_page.distance, memory_order_relaxed);
#else
  return 0;
#endif
}

static int
thread_num (void)
{
  return (int)gomp_self ()->thread_num;
}

static struct offgomp_position
position (void)
{
  const struct gomp_thread *self = gomp_self ();
  return (struct offgomp_position){ .number = self->thread_num,
                                    .count = gomp_team_num_threads (self) };
}

static bool
is_alone (void)
{
  const struct gomp_thread *self = gomp_self ();
  return gomp_team_num_threads (self) == 1 && self->num_teams <= 1;
}

static struct offgomp_position
team_position (void)
{
  const struct gomp_thread *self = gomp_self ();
  return (struct offgomp_position){
    .number = self->team_num, .count = self->num_teams > 0 ? self->num_teams : 1
  };
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

/* Clang's programs expect one team where the number is left to the library, and
   that no variable raises the limit of the region with the construct.  */
static void
teams (void (*fn) (void *), void *data, unsigned count, unsigned limit)
{
  const struct gomp_thread *self = gomp_self ();
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
  gomp_abi_teams (&league, GOMP_CALLER);
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
barrier (void)
{
  return gomp_abi_barrier (ompt_sync_region_barrier_explicit);
}

/* With cancellation some threads may not come.  The only thread of a team may
   be one of a league.  */
static int
reduce (void *list, void (*combine) (void *into, void *from))
{
  struct gomp_partial own = { .list = list, .threads = 1 };
  struct gomp_thread *self = gomp_self ();
  if (gomp_icv_global.cancellation || gomp_team_num_threads (self) == 1)
    return -1;
  if (gomp_team_combine (self, &own, combine))
    return 1;
  barrier ();
  return 0;
}

static bool
cancel (int which)
{
  return GOMP_cancel (which, true);
}

static bool
cancellation_point (int which)
{
  return GOMP_cancellation_point (which);
}

static void
critical_begin (void *lock)
{
  gomp_critical_acquire (lock);
}

static void
critical_end (void *lock)
{
  gomp_critical_release (lock);
}

static bool
single (void)
{
  return gomp_workshare_single (gomp_self ());
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

static void
loop_begin (const struct offgomp_loop *from)
{
  static const enum gomp_schedule kinds[]
      = { [OFFGOMP_STATIC] = GOMP_SCHEDULE_STATIC,
          [OFFGOMP_DYNAMIC] = GOMP_SCHEDULE_DYNAMIC,
          [OFFGOMP_GUIDED] = GOMP_SCHEDULE_GUIDED,
          [OFFGOMP_RUNTIME] = GOMP_SCHEDULE_STATIC };
  struct gomp_thread *self = gomp_self ();
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
  gomp_loop_start (self, &loop);
  /* It may come to a wait before it has a chunk.  */
  if (unlikely (loop.dimensions != 0))
    self->loop.low = self->loop.high = 0;
}

static bool
loop_next (struct offgomp_chunk *chunk)
{
  struct gomp_thread *self = gomp_self ();
  const struct gomp_workshare *ws = self->workshare;
  uint64_t low, high;
  if (unlikely (ws == NULL))
    return false;
  if (!gomp_loop_next (self, &low, &high))
    {
      gomp_loop_leave (self);
      return false;
    }
  chunk->low = low;
  chunk->last = high - ws->step;
  chunk->step = ws->step;
  chunk->is_last = high == ws->end;
  return true;
}

static void
loop_leave (void)
{
  gomp_loop_leave (gomp_self ());
}

static void
ordered_begin (void)
{
  gomp_ordered_enter (gomp_self ());
}

static void
ordered_end (void)
{
  gomp_ordered_exit (gomp_self ());
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
  struct gomp_thread *self = gomp_self ();
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
  struct gomp_thread *self = gomp_self ();
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
  .thread_distance = thread_distance,
  .thread_offset = offsetof (struct gomp_thread, libomp),
  .thread_num = thread_num,
  .position = position,
  .team_position = team_position,
  .is_alone = is_alone,
  .in_parallel = in_parallel,
  .parallel = parallel,
  .teams = teams,
  .serial_begin = serial_begin,
  .serial_end = serial_end,
  .barrier = barrier,
  .reduce = reduce,
  .cancel = cancel,
  .cancellation_point = cancellation_point,
  .critical_lock = gomp_core_critical_lock,
  .critical_begin = critical_begin,
  .critical_end = critical_end,
  .single = single,
  .broadcast = broadcast,
  .loop_begin = loop_begin,
  .loop_next = loop_next,
  .loop_leave = loop_leave,
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
  .warning = warning,
  .fatal = fatal,
};

const struct offgomp_core *
offgomp_core (const char *version, size_t size)
{
  if (strcmp (version, PACKAGE_VERSION) != 0 || size != sizeof (core))
    return NULL;
  /* The dynamic linker runs one constructor at a time.  */
  if (gomp_tsan_active ())
    core.task_alloc = gomp_core_task_alloc_tsan;
  return &core;
}
