/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What libomp.so.5 calls for tasks: see include/offgomp_core.h.

   Clang's code has the task's memory made first, writes to it, and spawns it
   later.  This memory is a block of the task heap.  A task that is deferred
   has a descriptor besides; one that runs at once has none.  */

#include "abi/offgomp_core_task.h"

#include "abi/offgomp_core_observe.h"
#include "abi/offgomp_core_target.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/tsan.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/observe.h"
#include "tasking/task.h"
#include "tasking/taskloop.h"
#include "tasking/undeferred.h"
#include "tasking/untied.h"

/* The argument of a deferred task.  */
struct deferred
{
  void *event; /* what expose_event writes, or NULL */
  void (*run) (void *block);
  void (*drop) (void *block);
  void *block;
  void *code;
};

void *
gomp_core_task_alloc (size_t size)
{
  struct gomp_thread *self = gomp_self ();
  return likely (size <= GOMP_BLOCK_MAX)
             ? gomp_heap_alloc (self->tasking->heap, size)
             : gomp_xalloc (size);
}

/* The program writes to the block itself, and another task may have had it
   before.  */
void *
gomp_core_task_alloc_tsan (size_t size)
{
  void *block = gomp_core_task_alloc (size);
  gomp_tsan_forget ((uintptr_t)block, (size + 7) & ~(size_t)7);
  return block;
}

void
gomp_core_task_free (void *block, size_t size)
{
  if (likely (size <= GOMP_BLOCK_MAX))
    gomp_heap_free (gomp_self ()->tasking->heap, block);
  else
    gomp_free (block);
}

/* The code by which a task is known is not the function that runs it here.  */
static inline void (*known_as (void *code)) (void *)
{
  return (void (*) (void *))code;
}

/* If a task of ours is cancelled before it starts, its block must be freed, so
   it does start (its `copied' is set).  One with an event is dropped, since the
   event might never come; its block stays.  */
static void
run_deferred (void *data)
{
  const struct deferred *d = data;
  struct gomp_task *task = gomp_task_current (gomp_self ());
  if (unlikely (gomp_task_spawn_cancelled (task)) && task->copied)
    {
      d->drop (d->block);
      return;
    }
  task->fn = known_as (d->code);
  d->run (d->block);
}

/* The body of a task that goes on.  */
static void
run_next_part (void *data)
{
  const struct deferred *d = data;
  gomp_task_current (gomp_self ())->fn = known_as (d->code);
  d->run (d->block);
}

static inline struct deferred
deferred_of (const struct offgomp_task *t)
{
  return (struct deferred){
    .run = t->run, .drop = t->drop, .block = t->block, .code = t->code
  };
}

static inline struct gomp_task_request
request_of (const struct offgomp_task *t, void (*fn) (void *),
            struct deferred *d)
{
  return (struct gomp_task_request){ .fn = fn,
                                     .data = d,
                                     .size = sizeof (*d),
                                     .align = sizeof (void *),
                                     .priority = t->priority,
                                     .may_defer = t->may_defer,
                                     .final = t->final };
}

static NOINLINE void
defer (struct gomp_thread *self, const struct offgomp_task *t)
{
  struct deferred d = deferred_of (t);
  struct gomp_task_request request = request_of (t, run_deferred, &d);
  struct gomp_task *task = gomp_task_make (self, &request);
  task->copied = true;
  if (t->untied)
    gomp_untied_make (task);
  gomp_task_launch (self, task, t->depend);
}

/* Run it now, on a frame.  */
static inline void
run_at_once (struct gomp_thread *self, struct gomp_task *parent,
             const struct offgomp_task *t)
{
  struct gomp_grain *grain = self->tasking->grains.timed;
  uint64_t began = 0;
  if (unlikely (grain != NULL))
    {
      self->tasking->grains.timed = NULL;
      began = arch_ticks ();
    }
  struct gomp_task *frame
      = gomp_task_enter_frame (self, parent, known_as (t->code), t->final);
  t->run (t->block);
  gomp_task_leave_frame (self, parent, frame);
  if (unlikely (grain != NULL))
    gomp_grain_time (grain, began);
}

/* PARENT, which is in parts, goes on elsewhere rather than to wait, for the
   lack of room, until a new task is complete.  */
static NOINLINE bool
gives_way (struct gomp_task *parent, int priority)
{
  return !gomp_task_solitary (parent)
         && gomp_task_full (parent->member, priority);
}

/* A task with dependences that may be deferred runs at once only if there is no
   other thread and no sibling.  */
static bool
must_run_now (struct gomp_thread *self, struct gomp_task *parent,
              const struct offgomp_task *t)
{
  if (!t->may_defer || gomp_task_must_not_defer (parent))
    return true;
  if (t->depend != NULL)
    return gomp_task_may_nest (parent) && gomp_task_solitary (parent)
           && gomp_task_children (parent) == 0;
  return gomp_task_undeferred (self, parent, known_as (t->code), t->priority)
         && (likely (!gomp_task_is_in_parts (parent))
             || !gives_way (parent, t->priority));
}

/* ---- Observed tasks: gcc's observed instances, with bodies of ours.  */

static void
run_observed (void *data)
{
  const struct deferred *d = data;
  d->run (d->block);
}

static void
drop_observed (void *data)
{
  const struct deferred *d = data;
  d->drop (d->block);
}

static struct gomp_task_traits
traits_of (const struct offgomp_task_head *head, void *code)
{
  int flags = (head->flags & OFFGOMP_TASK_TIED) != 0 ? 0 : ompt_task_untied;
  if ((head->flags & OFFGOMP_TASK_FINAL) != 0)
    flags |= ompt_task_final;
  if ((head->flags & OFFGOMP_TASK_MERGEABLE) != 0)
    flags |= ompt_task_mergeable;
  return (struct gomp_task_traits){ .flags = flags,
                                    .code = known_as (code),
                                    .drop = drop_observed };
}

/* True: the task is spawned.  */
static COLD bool
spawn_observed (const struct offgomp_task *t)
{
  struct gomp_thread *self = gomp_self_observing ();
  if (self->observed == NULL
      || gomp_task_spawn_cancelled (gomp_task_current (self)))
    return false;
  struct gomp_task_traits traits = traits_of (t->block, t->code);
  struct deferred d = deferred_of (t);
  struct gomp_task_request request = request_of (t, run_observed, &d);
  traits.in_parts = t->untied;
  request.depend = t->depend;
  request.priority = gomp_task_clamp_priority (t->priority);
  gomp_task_spawn_observed_as (&request, &traits, gomp_observed_caller ());
  return true;
}

static COLD bool
is_observed (void)
{
  return gomp_self_observing ()->observed != NULL;
}

void
gomp_core_task_spawn (const struct offgomp_task *from)
{
  struct offgomp_task t = *from;
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    {
      if (spawn_observed (&t))
        return;
      self = gomp_self_observing ();
    }
  struct gomp_task *parent = gomp_task_current (self);
  t.priority = gomp_task_clamp_priority (t.priority);
  if (unlikely (gomp_task_spawn_cancelled (parent)))
    t.drop (t.block);
  else if (must_run_now (self, parent, &t))
    {
      if (t.depend != NULL)
        gomp_depend_wait (self, t.depend);
      run_at_once (self, parent, &t);
    }
  else
    defer (self, &t);
}

void
gomp_core_task_spawn_target (const struct offgomp_task *t)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_task *parent = gomp_task_current (self);
  if (likely (!gomp_task_spawn_cancelled (parent)))
    {
      if (gomp_core_target_may_defer (t))
        {
          gomp_core_target_defer (t);
          return;
        }
      if (t->depend != NULL)
        gomp_depend_wait (self, t->depend);
      run_at_once (self, parent, t);
    }
  t->drop (t->block);
}

/* Children that have ended count for the tool, too: it learns in
   gomp_depend_wait what comes after them.  */
bool
gomp_core_task_has_children (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    {
      if (is_observed ())
        return true;
      self = gomp_self_observing ();
    }
  return gomp_task_children (gomp_task_current (self)) != 0
         || gomp_tsan_active ();
}

bool
gomp_core_task_is_alone (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    {
      if (is_observed ())
        return false;
      self = gomp_self_observing ();
    }
  struct gomp_task *task = gomp_task_current (self);
  return gomp_task_may_nest (task) && gomp_task_solitary (task)
         && gomp_task_children (task) == 0 && !gomp_tsan_active ();
}

bool
gomp_core_task_suspend (void)
{
  struct gomp_task *task = gomp_task_current (gomp_self ());
  if (!gomp_untied_suspend (task))
    return false;
  if (likely (!gomp_task_is_wrapped (task)))
    task->fn = run_next_part;
  return true;
}

/* ---- Detached tasks.  */

static inline struct gomp_task_request
event_request_of (const struct offgomp_task *t, void (*fn) (void *),
                  struct deferred *d, void **event)
{
  return (struct gomp_task_request){ .fn = fn,
                                     .data = d,
                                     .size = sizeof (*d),
                                     .align = sizeof (void *),
                                     .event = event,
                                     .priority
                                     = gomp_task_clamp_priority (t->priority),
                                     .may_defer = true,
                                     .final = t->final };
}

static inline void *
make_event (struct gomp_thread *self, const struct offgomp_task *t)
{
  struct deferred d = deferred_of (t);
  void *event;
  struct gomp_task_request request
      = event_request_of (t, run_deferred, &d, &event);
  gomp_task_make (self, &request);
  return event;
}

static COLD void *
make_event_observed (const struct offgomp_task *t)
{
  struct deferred d = deferred_of (t);
  void *event;
  struct gomp_task_request request
      = event_request_of (t, run_observed, &d, &event);
  struct gomp_task_traits traits = traits_of (t->block, t->code);
  if (!is_observed ())
    return make_event (gomp_self_observing (), t);
  gomp_task_make_observed_as (&request, &traits);
  return event;
}

void *
gomp_core_event_make (const struct offgomp_task *t)
{
  struct gomp_thread *self = gomp_self_fast ();
  return likely (self != NULL) ? make_event (self, t) : make_event_observed (t);
}

static inline void
launch (struct gomp_thread *self, struct gomp_task *task, void **depend,
        bool may_defer)
{
  struct gomp_task *parent = gomp_task_current (self);
  if (may_defer && !gomp_task_must_not_defer (parent))
    {
      gomp_task_launch (self, task, depend);
      return;
    }
  if (depend != NULL)
    gomp_depend_wait (self, depend);
  task->depth = parent->depth + 1;
  gomp_task_run_now (self, task);
}

static COLD void
launch_observed (struct gomp_task *task, void **depend, bool may_defer)
{
  if (!gomp_task_launch_made_observed (task, depend, may_defer,
                                       gomp_observed_caller ()))
    launch (gomp_self_observing (), task, depend, may_defer);
}

void
gomp_core_task_launch (void *event, void **depend, bool may_defer)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    launch_observed (event, depend, may_defer);
  else
    launch (self, event, depend, may_defer);
}

static bool
has_come (void *arg)
{
  struct gomp_task *task = arg;
  /* Acquire: pairs with gomp_task_fulfill.  */
  return atomic_load_explicit (&task->event, memory_order_acquire)
         == GOMP_EVENT_NONE;
}

/* The program has run the body itself.  The event is second, or has come.  */
void
gomp_core_event_wait (void *event)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_task *task = event;
  struct gomp_task_condition come = { .done = has_come, .arg = task };
  unsigned seen = GOMP_EVENT_PENDING;
  /* Acquire and release: pair with gomp_task_fulfill.  */
  if (atomic_compare_exchange_strong_explicit (
          &task->event, &seen, GOMP_EVENT_BODY, memory_order_acq_rel,
          memory_order_acquire))
    gomp_task_wait_until (self, &come);
  else
    atomic_store_explicit (&task->event, GOMP_EVENT_NONE, memory_order_relaxed);
  gomp_tsan_acquire (task);
  gomp_task_retire (self, task);
}

/* ---- Tasks that the program runs itself.  */

static COLD void
begin_observed (void *code, bool final, const struct offgomp_task_head *head)
{
  struct gomp_thread *self = gomp_self_observing ();
  const struct gomp_task_traits traits = traits_of (head, code);
  gomp_task_enter_frame (self, gomp_task_current (self), known_as (code),
                         final);
  gomp_task_begin_inline_observed (&traits, head->event,
                                   gomp_observed_caller ());
}

void
gomp_core_task_begin (void *code, bool final, void *task)
{
  bool observed;
  struct gomp_thread *self = gomp_self_unless_observed (&observed);
  if (observed)
    {
      begin_observed (code, final, (struct offgomp_task_head *)task - 1);
      return;
    }
  if (unlikely (self == NULL))
    self = gomp_self ();
  gomp_task_enter_frame (self, gomp_task_current (self), known_as (code),
                         final);
}

void
gomp_core_task_end (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    {
      gomp_task_end_inline_observed ();
      self = gomp_self_observing ();
    }
  struct gomp_task *frame = gomp_task_current (self);
  gomp_task_leave_frame (self, gomp_task_of (frame->env.parent), frame);
}

/* ---- Waiting.  */

int32_t
gomp_core_task_wait (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_task_wait_children (self);
  else
    gomp_task_wait_observed (gomp_observed_caller ());
  return 0;
}

void
gomp_core_task_wait_depend (void **depend)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_depend_wait (self, depend);
  else
    gomp_task_wait_depend_observed (depend, gomp_observed_caller ());
}

void
gomp_core_task_depend (void **depend)
{
  gomp_depend_add_empty (gomp_self (), depend);
}

static COLD void
yield_observed (void)
{
  if (!gomp_untied_yield (gomp_task_current (gomp_self_observing ())))
    gomp_task_yield_observed (gomp_observed_caller ());
}

int32_t
gomp_core_task_yield (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    yield_observed ();
  else if (!gomp_untied_yield (gomp_task_current (self)))
    gomp_task_yield (self);
  return 0;
}

void
gomp_core_taskgroup_begin (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_taskgroup_begin (self, false);
  else
    gomp_taskgroup_begin_observed (gomp_observed_caller ());
}

uintptr_t *
gomp_core_taskgroup_end (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  bool observed = unlikely (self == NULL);
  if (observed)
    self = gomp_self_observing ();
  const struct gomp_taskgroup *group = gomp_task_current (self)->group;
  uintptr_t *registered = group == NULL ? NULL : group->reductions;
  if (observed)
    gomp_taskgroup_end_observed (gomp_observed_caller ());
  else
    gomp_taskgroup_end (self);
  return registered;
}

/* ---- Taskloops and reductions.  */

static COLD struct gomp_thread *
taskloop_observed (ompt_scope_endpoint_t endpoint, uint64_t iterations)
{
  struct gomp_thread *self = gomp_self_observing ();
  if (self->observed != NULL)
    gomp_observe_taskloop (self->observed, endpoint, iterations,
                           gomp_observed_caller ().at);
  return self;
}

void
gomp_core_taskloop_end (uint64_t iterations)
{
  taskloop_observed (ompt_scope_end, iterations);
}

struct offgomp_split
gomp_core_taskloop_split (uint64_t iterations, uint64_t value, bool grainsize,
                          bool strict)
{
  const struct gomp_taskloop_request request
      = { .tasks = value, .grainsize = grainsize, .strict = strict };
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    self = taskloop_observed (ompt_scope_begin, iterations);
  struct gomp_task *task = gomp_task_current (self);
  struct gomp_taskloop_split split = gomp_taskloop_split (
      &request, iterations, gomp_task_nthreads (task->member->tasks));
  return (struct offgomp_split){ .tasks = split.tasks,
                                 .large = split.large,
                                 .size = split.size };
}

void
gomp_core_reduction_register (uintptr_t *array)
{
  gomp_reduction_register (gomp_self (), array);
}

void *
gomp_core_reduction_copy (void *variable)
{
  if (!gomp_reduction_remap (gomp_self (), 1, 0, &variable))
    gomp_fatal_recorded ();
  return variable;
}
