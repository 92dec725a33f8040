/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of constructs in clang's code that are not those of gcc's; see
   include/offgomp_core.h.  Any thread; each function is for a thread that may
   be observed.  */

#include "abi/offgomp_core_observe.h"

#include <string.h>

#include "team/loop.h"
#include "team/team.h"

static struct gomp_observed_task *
task_of (const struct gomp_thread *self)
{
  struct gomp_observed_thread *thread = self->observed;
  return thread == NULL ? NULL : thread->task;
}

/* ---- Synchronisation.  */

/* The compiler says which barrier this is.  */
bool
gomp_core_barrier_observed (const struct offgomp_location *at)
{
  bool is_implicit = at != NULL && (at->flags & OFFGOMP_IS_IMPLICIT) != 0;
  return gomp_team_barrier_observed (
      is_implicit ? ompt_sync_region_barrier_implicit_workshare
                  : ompt_sync_region_barrier_explicit,
      gomp_observed_caller ());
}

/* And where a single ends.  */
int32_t
gomp_core_single_observed (void)
{
  int32_t executes = gomp_single_observed (gomp_observed_caller ());
  struct gomp_observed_task *task = task_of (gomp_self_observing ());
  if (task != NULL)
    task->expects_barrier = false;
  return executes;
}

void
gomp_core_single_end (void)
{
  gomp_compiled_end_observed (OFFGOMP_SINGLE, false,
                              gomp_observed_caller ().at);
}

int32_t
gomp_core_masked_observed (int32_t filter)
{
  if ((int32_t)gomp_self_observing ()->thread_num != filter)
    return 0;
  gomp_masked_observed (ompt_scope_begin, gomp_observed_caller ().at);
  return 1;
}

void
gomp_core_masked_end (void)
{
  gomp_masked_observed (ompt_scope_end, gomp_observed_caller ().at);
}

/* NULL in a worker that began its region before threads were observed.  */
void *_Atomic *
gomp_core_exit_frame (void)
{
  const struct gomp_thread *self = gomp_self ();
  return self->observed == NULL
             ? NULL
             : &self->observed->task->frames.exit.address;
}

void
gomp_core_flush (void)
{
  gomp_flush_observed (gomp_observed_caller ().at);
}

void
gomp_core_error (bool is_fatal, const char *message)
{
  const char *text = message != NULL ? message : "";
  gomp_self ();
  GOMP_CALL_TOOL_ANYWHERE (error, is_fatal ? ompt_fatal : ompt_warning, text,
                           strlen (text), gomp_observed_caller ().at);
}

/* ---- Loops.  */

bool
gomp_core_loop_next_observed (uint64_t *low, uint64_t *high)
{
  if (gomp_loop_next_observed (low, high))
    return true;
  gomp_loop_end_observed (true, gomp_observed_caller ());
  return false;
}

/* What a thread is in after gomp_core_part_begin.  */
static inline bool
is_part (ompt_work_t kind)
{
  return kind == ompt_work_loop_static || kind == ompt_work_sections
         || kind == ompt_work_distribute;
}

/* Of a thread's chunks, the library sees the first.  */
void
gomp_core_part_begin (const struct offgomp_part *part)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = task_of (self);
  int32_t flags = part->at == NULL ? 0 : part->at->flags;
  if (task == NULL)
    return;
  struct gomp_work work = { .kind = ompt_work_loop_static,
                            .count = part->count,
                            .at = gomp_observed_caller ().at };
  ompt_dispatch_chunk_t chunk
      = { .start = part->first, .iterations = part->size };
  ompt_dispatch_t dispatch = ompt_dispatch_ws_loop_chunk;
  ompt_data_t instance = { .ptr = &chunk };
  if (part->is_distributed)
    {
      work.kind = ompt_work_distribute;
      dispatch = ompt_dispatch_distribute_chunk;
    }
  else if ((flags & OFFGOMP_IS_SECTIONS) != 0)
    {
      work.kind = ompt_work_sections;
      dispatch = ompt_dispatch_section;
      instance.ptr = (void *)(uintptr_t)work.at;
    }
  gomp_observe_work (self->observed, &work);
  if (part->size != 0)
    GOMP_CALL_TOOL (self->observed, dispatch, gomp_observed_team (task),
                    gomp_observed_data (task), dispatch, instance);
}

void
gomp_core_part_end (void)
{
  struct gomp_thread *self = gomp_self_observing ();
  const struct gomp_observed_task *task = task_of (self);
  if (task != NULL && is_part (task->work.kind))
    gomp_observe_work_end (self->observed);
}

/* Are the NUMBERS those of an iteration of SELF's loop?  libomp.so.5 keeps the
   bounds that the compiler passed.  */
static bool
exists (struct gomp_thread *self, const uint64_t *numbers)
{
  const struct offgomp_dimension *bounds = self->libomp.bounds;
  unsigned count = gomp_doacross_observed (self);
  for (unsigned i = 0; i < count; i++)
    if (numbers[i] >= (uint64_t)bounds[i].upper)
      return false;
  return true;
}

struct gomp_thread *
gomp_core_doacross_post_observed (const uint64_t *iteration)
{
  return gomp_doacross_post_observed (iteration);
}

struct gomp_thread *
gomp_core_doacross_wait_observed (const uint64_t *iteration)
{
  struct gomp_thread *self = gomp_self_observing ();
  return exists (self, iteration) ? gomp_doacross_wait_observed (iteration)
                                  : self;
}

/* ---- Reductions.  */

static void
call_reduction (struct gomp_observed_thread *thread,
                struct gomp_observed_task *task, ompt_scope_endpoint_t endpoint)
{
  GOMP_CALL_TOOL_AS (thread, sync_region, reduction, ompt_sync_region_reduction,
                     endpoint, gomp_observed_team (task),
                     gomp_observed_data (task), gomp_observed_caller ().at);
}

/* An observed thread is in no region that is not observed.  */
bool
gomp_core_merge_begin (void)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = task_of (self);
  if (task == NULL)
    return false;
  call_reduction (self->observed, task, ompt_scope_begin);
  atomic_store_explicit (&self->observed->state, ompt_state_work_reduction,
                         memory_order_relaxed);
  return true;
}

void
gomp_core_merge_end (void)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_task *task = task_of (self);
  if (task == NULL)
    return;
  atomic_store_explicit (&self->observed->state, 0, memory_order_relaxed);
  call_reduction (self->observed, task, ompt_scope_end);
}
