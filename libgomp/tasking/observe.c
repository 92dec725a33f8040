/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The observed instances of tasking's constructs; see observe.h.  Each runs in
   the thread that encounters the construct; a task's body in the one that runs
   the task.  */

#include "tasking/observe.h"

#include <limits.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "base/sizes.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/undeferred.h"
#include "tasking/untied.h"
#include "team/breakpoint.h"

/* ---- What tools are told.  */

static ompt_dependence_t
dependence_at (void **depend, size_t i)
{
  static const ompt_dependence_type_t types[]
      = { [GOMP_DEPEND_TYPE_IN] = ompt_dependence_type_in,
          [GOMP_DEPEND_TYPE_INOUT] = ompt_dependence_type_inout,
          [GOMP_DEPEND_TYPE_MUTEXINOUTSET] = ompt_dependence_type_mutexinoutset,
          [GOMP_DEPEND_TYPE_INOUTSET] = ompt_dependence_type_inoutset };
  void *address;
  enum gomp_depend_type type = gomp_depend_type (depend, i, &address);
  ompt_dependence_t dependence
      = { .variable.ptr = address, .dependence_type = types[type] };
  if (address == NULL)
    dependence.dependence_type = ompt_dependence_type_inout_all_memory;
  return dependence;
}

/* TASK was just made, with the ABI's array DEPEND.  */
static void
call_dependences (struct gomp_observed_thread *thread,
                  struct gomp_observed_task *task, void **depend)
{
  size_t count = gomp_depend_count (depend);
  if (gomp_callback (ompt_callback_dependences) == NULL)
    return;
  ompt_dependence_t some[16], *all = some;
  if (count > GOMP_ARRAY_SIZE (some))
    all = gomp_xalloc (count * sizeof (*all));
  for (size_t i = 0; i < count; i++)
    all[i] = dependence_at (depend, i);
  GOMP_CALL_TOOL (thread, dependences, &task->data, all, (int)count);
  if (all != some)
    gomp_free (all);
}

/* SINK, an ompt_data_t, depends on the task whose word was WORD when it was
   made.  */
static void
call_dependence (uint64_t word, void *sink)
{
  ompt_data_t src = { .value = word };
  GOMP_CALL_TOOL_ANYWHERE (task_dependence, &src, sink);
}

/* TASK, of which nothing is known yet, was made by THREAD's current one.  FLAGS
   are an explicit task's.  */
static inline void
begin_task (struct gomp_observed_thread *thread,
            struct gomp_observed_task *task, void (*fn) (void *), int flags,
            void **depend, const void *at)
{
  struct gomp_observed_task *current = thread->task;
  *task = (struct gomp_observed_task){
    .fn = fn,
    .frames = GOMP_FRAMES_NONE,
    .region = current == NULL ? NULL : current->region,
    .flags = flags,
  };
  GOMP_CALL_TOOL (thread, task_create, gomp_observed_data (current),
                  gomp_observed_frames (current), &task->data, flags,
                  depend != NULL, at);
  if (depend == NULL)
    return;
  call_dependences (thread, task, depend);
  if (gomp_callback (ompt_callback_task_dependence) != NULL)
    gomp_depend_predecessors (gomp_task_current (gomp_self_observing ()),
                              depend, call_dependence, &task->data);
}

/* ---- Bodies.  */

/* An observed task in a block of its own: the argument of the task.  What its
   body gets follows.  */
struct wrapped
{
  struct gomp_observed_task task;
  void (*fn) (void *); /* the body */
  void *data;
  void (*drop) (void *data); /* as in struct gomp_task_traits, or NULL */
  bool constructed;          /* its copy constructor ran, or it has begun: it is
                                not dropped */
  bool has_event;            /* it is detached */
  struct gomp_wait_word progress; /* of a task with an event: the bits below */
};
#define ENDED 1u              /* the body has ended */
#define ENDED_REPORTED 2u     /* and the tool knows that the task detached */
#define FULFILLED 4u          /* the event is fulfilled */
#define FULFILLED_REPORTED 8u /* and the tool knows that this was early */
#define DROPPED 16u           /* the body does not run */

/* What the task's body gets is made of that.  The task's constructor sees this
   structure as the original.  */
struct original
{
  void *handle; /* first: the event, as gomp_task_make stores it */
  const struct gomp_task_request *req;
  const struct gomp_task_traits *traits;
  size_t offset;      /* of the argument in the block */
  const void *bounds; /* a taskloop's: the argument begins with these */
  size_t size;        /* of them */
};

static inline struct gomp_observed_task *
begin_body (struct gomp_observed_thread *thread,
            struct gomp_observed_task *task, struct gomp_task_env *env)
{
  struct gomp_observed_task *below = thread->task;
  ompt_task_status_t status
      = thread->yields ? ompt_task_yield : ompt_task_switch;
  thread->yields = false;
  task->env = env;
  atomic_store_explicit (&task->below, below, memory_order_relaxed);
  GOMP_CALL_TOOL (thread, task_schedule, gomp_observed_data (below), status,
                  &task->data);
  task->state = atomic_load_explicit (&thread->state, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&thread->state, 0, memory_order_relaxed);
  atomic_store_explicit (&thread->task, task, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
  GOMP_BREAKPOINT (task_begin);
  return below;
}

static inline void
end_body (struct gomp_observed_thread *thread, struct gomp_observed_task *task,
          struct gomp_observed_task *below, ompt_task_status_t status)
{
  int state = task->state;
  GOMP_BREAKPOINT (task_end);
  gomp_invariant (thread->task == task,
                  "a thread ends an explicit task that it is not in");
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&thread->task, below, memory_order_relaxed);
  GOMP_CALL_TOOL (thread, task_schedule, &task->data, status,
                  gomp_observed_data (below));
  atomic_store_explicit (&thread->state, state, memory_order_relaxed);
}

static void
drop (struct gomp_observed_task *task)
{
  GOMP_CALL_TOOL_ANYWHERE (cancel, &task->data,
                           ompt_cancel_discarded_task | ompt_cancel_taskgroup,
                           NULL);
}

/* ---- Target tasks.  */

void
gomp_observe_target_task (struct gomp_observed_thread *thread,
                          struct gomp_observed_task *task, void **depend,
                          const void *at)
{
  begin_task (thread, task, NULL, ompt_task_target, depend, at);
  thread->made = &task->data;
}

void
gomp_observe_task_begin (struct gomp_observed_thread *thread,
                         struct gomp_observed_task *task)
{
  begin_body (thread, task, NULL);
}

void
gomp_observe_task_end (struct gomp_observed_thread *thread,
                       struct gomp_observed_task *task,
                       ompt_task_status_t status)
{
  end_body (thread, task, task->below, status);
}

void
gomp_observe_task_drop (struct gomp_observed_task *task)
{
  drop (task);
}

/* ---- Explicit tasks.  */

/* Body and event end in any order, also at once.  ENDED and FULFILLED decide
   which is first.  If the body is, the task detaches, and the event is late: of
   the thread that reports the end and the one that fulfils the event, the
   second reports that.  If the event is first, it is early, and the end of the
   body waits for its report: the end is the last event of the task.  The task
   exists until both threads have finished with PROGRESS, since
   gomp_task_fulfill comes after that, and so does the end of gomp_task_run.  */

static unsigned
add_progress (struct wrapped *w, unsigned bit)
{
  /* Sequentially consistent: pairs with that of the other thread, and with the
     acquire of its wait.  */
  return atomic_fetch_or (&w->progress.value, bit);
}

/* Wait until the tool knows of the event, which was early.  */
static void
await_early_report (struct wrapped *w)
{
  unsigned seen = gomp_wait_value (&w->progress);
  while ((seen & FULFILLED_REPORTED) == 0)
    seen = gomp_wait_while (&w->progress, seen, GOMP_WAIT_PRIVATE);
}

/* The body has ended: does it end before the event is fulfilled?  */
static bool
ends_first (struct wrapped *w)
{
  if ((add_progress (w, ENDED) & FULFILLED) == 0)
    return true;
  await_early_report (w);
  return false;
}

static void
call_fulfill (struct gomp_observed_task *task, ompt_task_status_t status)
{
  GOMP_CALL_TOOL_ANYWHERE (task_schedule, &task->data, status, NULL);
}

/* The body of W, a task with an event perhaps, has ended.  */
static void
end_wrapped (struct gomp_observed_thread *thread, struct wrapped *w,
             struct gomp_observed_task *below)
{
  bool detaches = w->has_event && ends_first (w);
  end_body (thread, &w->task, below,
            detaches ? ompt_task_detach : ompt_task_complete);
  if (detaches && (add_progress (w, ENDED_REPORTED) & FULFILLED) != 0)
    call_fulfill (&w->task, ompt_task_late_fulfill);
}

static void run_wrapped (void *data);

void
gomp_task_drop_observed (struct gomp_task *task)
{
  struct wrapped *w = task->data;
  if (task->fn != run_wrapped)
    return;
  if ((add_progress (w, DROPPED) & FULFILLED) != 0)
    await_early_report (w);
  drop (&w->task);
}

/* The body of a task with a block of its own.  */
static void
run_wrapped (void *data)
{
  struct wrapped *w = data;
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  if (unlikely (thread == NULL))
    {
      w->fn (w->data);
      return;
    }
  if (!w->constructed && !w->has_event
      && gomp_task_spawn_cancelled (gomp_task_current (self)))
    {
      drop (&w->task);
      if (w->drop != NULL)
        w->drop (w->data);
      return;
    }
  const struct gomp_task *task = gomp_task_current (self);
  struct gomp_observed_task *below = begin_body (thread, &w->task, self->task);
  w->constructed = true;
  atomic_store_explicit (&w->task.frames.exit.address,
                         __builtin_frame_address (0), memory_order_relaxed);
  w->fn (w->data);
  atomic_store_explicit (&w->task.frames.exit.address, NULL,
                         memory_order_relaxed);
  if (gomp_task_is_in_parts (task) && task->goes_on)
    end_body (thread, &w->task, below,
              task->yields ? ompt_task_yield : ompt_task_switch);
  else
    end_wrapped (thread, w, below);
}

bool
gomp_task_is_wrapped (const struct gomp_task *task)
{
  return task->fn == run_wrapped;
}

/* A task that runs at once, on the stack of its thread.  */
struct at_once
{
  struct gomp_observed_task task;
  void (*fn) (void *); /* the body */
  void *data;
};

static void
run_at_once (void *data)
{
  struct at_once *o = data;
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *below = begin_body (thread, &o->task, self->task);
  atomic_store_explicit (&o->task.frames.exit.address,
                         __builtin_frame_address (0), memory_order_relaxed);
  o->fn (o->data);
  atomic_store_explicit (&o->task.frames.exit.address, NULL,
                         memory_order_relaxed);
  end_body (thread, &o->task, below, ompt_task_complete);
}

/* ---- Making tasks.  */

static void
copy_wrapped (void *to, void *from)
{
  struct original *o = from;
  const struct gomp_task_request *req = o->req;
  char *data = (char *)to + o->offset;
  if (req->event != NULL && req->data != NULL)
    *(void **)req->data = o->handle;
  if (req->copy != NULL)
    req->copy (data, req->data);
  else if (req->size != 0)
    memcpy (data, req->data, req->size);
  if (o->size != 0)
    memcpy (data, o->bounds, o->size);
}

/* A task of REQ with a wrapped body; nothing is raised.  O has its bounds, if
   any.  */
static struct gomp_task *
make_wrapped (struct gomp_thread *self, const struct gomp_task_request *req,
              struct original *o)
{
  struct gomp_task_request wrapped = *req;
  size_t align = req->align > 16 ? req->align : 16;
  o->req = req;
  o->offset = (sizeof (struct wrapped) + align - 1) & -align;
  wrapped.fn = run_wrapped;
  wrapped.data = o;
  wrapped.copy = copy_wrapped;
  wrapped.align = align;
  wrapped.size = gomp_size_sum (o->offset, req->size);
  struct gomp_task *task = gomp_task_make (self, &wrapped);
  struct wrapped *w = task->data;
  /* If not, the wrapper sees whether it is cancelled.  */
  task->copied = req->event == NULL || req->copy != NULL;
  w->task.flags = o->traits->flags;
  w->task.fn = o->traits->code;
  w->fn = req->fn;
  w->data = (char *)task->data + o->offset;
  w->drop = o->traits->drop;
  w->constructed = req->copy != NULL;
  w->has_event = req->event != NULL;
  gomp_wait_init (&w->progress, 0);
  return task;
}

static bool
runs_at_once (struct gomp_task *parent, const struct gomp_task_request *req)
{
  if (!req->may_defer || gomp_task_must_not_defer (parent))
    return true;
  if (req->event != NULL || !gomp_task_may_nest (parent))
    return false;
  if (gomp_task_solitary (parent))
    return req->depend == NULL || gomp_task_children (parent) == 0;
  /* A parent in parts goes on elsewhere rather than to wait for a child.  */
  return req->depend == NULL && !gomp_task_is_in_parts (parent)
         && gomp_task_full (parent->member, req->priority);
}

static void
run_in_place (struct gomp_thread *self, const struct gomp_task_request *req,
              const struct gomp_task_traits *traits, const void *at)
{
  struct at_once o;
  o.fn = req->fn;
  o.data = req->data;
  begin_task (self->observed, &o.task, traits->code, traits->flags, req->depend,
              at);
  if (req->depend != NULL)
    gomp_depend_wait (self, req->depend);
  gomp_task_run_at_once (self, gomp_task_current (self), run_at_once, &o,
                         req->final);
}

static void
launch_wrapped (struct gomp_thread *self, struct gomp_task *task, void **depend,
                bool at_once, const void *at)
{
  struct wrapped *w = task->data;
  begin_task (self->observed, &w->task, w->task.fn, w->task.flags, depend, at);
  if (!at_once)
    {
      gomp_task_launch_observed (self, task, depend, w->task.data.value);
      return;
    }
  if (depend != NULL)
    gomp_depend_wait (self, depend);
  task->depth = gomp_task_current (self)->depth + 1;
  gomp_task_run_now (self, task);
}

static inline int
all_flags (const struct gomp_task_request *req, int flags)
{
  return flags | ompt_task_explicit
         | (req->may_defer ? 0 : (int)ompt_task_undeferred)
         | (req->final ? (int)ompt_task_final : 0);
}

static inline void
spawn (struct gomp_thread *self, const struct gomp_task_request *req,
       const struct gomp_task_traits *traits, struct gomp_call call)
{
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  bool at_once = runs_at_once (gomp_task_current (self), req);
  struct original o = { .traits = traits };
  if (at_once && req->copy == NULL && req->event == NULL)
    run_in_place (self, req, traits, call.at);
  else
    {
      struct gomp_task *made = make_wrapped (self, req, &o);
      if (traits->in_parts && !at_once)
        gomp_untied_make (made);
      launch_wrapped (self, made, req->depend, at_once, call.at);
    }
  gomp_observe_leave (task);
}

void
gomp_task_spawn_observed (const struct gomp_task_request *req, int flags,
                          struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  const struct gomp_task_traits traits
      = { .flags = all_flags (req, flags), .code = req->fn };
  if (self->observed == NULL)
    gomp_task_spawn (self, req);
  else if (!gomp_task_spawn_cancelled (gomp_task_current (self)))
    spawn (self, req, &traits, call);
}

/* ---- Tasks of libomp.so.5.  */

void
gomp_task_spawn_observed_as (const struct gomp_task_request *req,
                             const struct gomp_task_traits *from,
                             struct gomp_call call)
{
  struct gomp_task_traits traits = *from;
  traits.flags = all_flags (req, traits.flags);
  spawn (gomp_self_observing (), req, &traits, call);
}

struct gomp_task *
gomp_task_make_observed_as (const struct gomp_task_request *req,
                            const struct gomp_task_traits *from)
{
  struct gomp_task_traits traits = *from;
  struct original o = { .traits = &traits };
  traits.flags = all_flags (req, traits.flags);
  return make_wrapped (gomp_self_observing (), req, &o);
}

bool
gomp_task_launch_made_observed (struct gomp_task *task, void **depend,
                                bool may_defer, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  if (self->observed == NULL || task->fn != run_wrapped)
    return false;
  struct gomp_observed_task *current
      = gomp_observe_enter (self->observed, call);
  bool at_once
      = !may_defer || gomp_task_must_not_defer (gomp_task_current (self));
  launch_wrapped (self, task, depend, at_once, call.at);
  gomp_observe_leave (current);
  return true;
}

void
gomp_task_begin_inline_observed (const struct gomp_task_traits *traits,
                                 struct gomp_task *made, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL || (made != NULL && made->fn != run_wrapped))
    return;
  struct wrapped *w
      = made != NULL ? made->data : gomp_xalloc_zeroed (sizeof (*w));
  struct gomp_observed_task *current = gomp_observe_enter (thread, call);
  begin_task (thread, &w->task, traits->code,
              traits->flags | ompt_task_explicit | (int)ompt_task_undeferred,
              NULL, call.at);
  gomp_observe_leave (current);
  begin_body (thread, &w->task, self->task);
}

/* Only gomp_task_begin_inline_observed has made the record of this task.  */
void
gomp_task_end_inline_observed (void)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = thread == NULL ? NULL : thread->task;
  if (task == NULL || task->env != self->task)
    return;
  struct wrapped *w = container_of (task, struct wrapped, task);
  end_wrapped (thread, w, task->below);
  if (!w->has_event)
    gomp_free (w);
}

/* ---- Taskloops.  */

void
gomp_task_spawn_chunk (struct gomp_thread *self,
                       const struct gomp_taskloop_request *req,
                       const void *bounds, size_t size, const void *at)
{
  const struct gomp_task_request *r = &req->task;
  struct gomp_task *parent = gomp_task_current (self);
  if (gomp_task_spawn_cancelled (parent))
    return;
  const struct gomp_task_traits traits
      = { .flags = all_flags (r, 0), .code = r->fn };
  struct original o = { .traits = &traits, .bounds = bounds, .size = size };
  launch_wrapped (self, make_wrapped (self, r, &o), r->depend,
                  runs_at_once (parent, r), at);
}

bool
gomp_taskloop_begin_observed (struct gomp_thread *self,
                              const struct gomp_taskloop_request *req,
                              uint64_t count, const void *at)
{
  if (!gomp_taskloop_begin (self, req))
    return false;
  if (req->group)
    gomp_observe_sync (self->observed, self->observed->task,
                       ompt_sync_region_taskgroup, at);
  gomp_observe_taskloop (self->observed, ompt_scope_begin, count, at);
  return true;
}

void
gomp_taskloop_end_observed (struct gomp_thread *self,
                            const struct gomp_taskloop_request *req,
                            uint64_t count, struct gomp_call call)
{
  gomp_observe_taskloop (self->observed, ompt_scope_end, count, call.at);
  if (req->group)
    gomp_taskgroup_end_observed (call);
}

/* ---- Waits.  */

void
gomp_task_wait_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = gomp_observe_enter (thread, call);
  if (task != NULL)
    gomp_observe_sync_wait (thread, task, ompt_sync_region_taskwait, call.at);
  gomp_task_wait_children (self);
  if (task == NULL)
    return;
  gomp_observe_sync_wait_end (thread, task, ompt_sync_region_taskwait, call.at);
  gomp_observe_leave (task);
}

/* This is a task without a body, which the thread waits for.  */
void
gomp_task_wait_depend_observed (void **depend, struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task task;
  struct gomp_observed_task *current = gomp_observe_enter (thread, call);
  if (thread != NULL)
    begin_task (thread, &task, NULL, ompt_task_taskwait | ompt_task_undeferred,
                depend, call.at);
  gomp_depend_wait (self, depend);
  if (thread != NULL)
    GOMP_CALL_TOOL (thread, task_schedule, &task.data, ompt_taskwait_complete,
                    NULL);
  gomp_observe_leave (current);
}

void
gomp_task_yield_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = gomp_observe_enter (thread, call);
  if (thread != NULL)
    thread->yields = true;
  gomp_task_yield (self);
  if (thread != NULL)
    thread->yields = false;
  gomp_observe_leave (task);
}

void
gomp_taskgroup_begin_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  gomp_taskgroup_begin (self, false);
  if (self->observed != NULL)
    gomp_observe_sync (self->observed, self->observed->task,
                       ompt_sync_region_taskgroup, call.at);
}

void
gomp_taskgroup_end_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task *task = gomp_observe_enter (thread, call);
  if (task != NULL)
    gomp_observe_wait_begin (thread, task, ompt_sync_region_taskgroup, call.at);
  const struct gomp_taskgroup *group = gomp_task_current (self)->group;
  uintptr_t *array = group == NULL ? NULL : group->reductions;
  gomp_taskgroup_end (self);
  if (task == NULL)
    return;
  gomp_observe_sync_wait_end (thread, task, ompt_sync_region_taskgroup,
                              call.at);
  gomp_tasking_merge_observed (self, array, call.at);
  gomp_observe_leave (task);
}

/* ---- Reductions.  The compiler's code merges the copies between two calls of
   the library.  */

void
gomp_tasking_merge_observed (struct gomp_thread *self, uintptr_t *array,
                             const void *at)
{
  struct gomp_observed_thread *thread = self->observed;
  if (array == NULL || thread == NULL || thread->task == NULL)
    return;
  struct gomp_observed_task *task = thread->task;
  task->merges = at;
  gomp_reduction_watch (array);
  GOMP_CALL_TOOL_AS (thread, sync_region, reduction, ompt_sync_region_reduction,
                     ompt_scope_begin, gomp_observed_team (task),
                     gomp_observed_data (task), at);
  atomic_store_explicit (&thread->state, ompt_state_work_reduction,
                         memory_order_relaxed);
}

void
gomp_tasking_merge_shared_observed (struct gomp_thread *self, const void *at)
{
  const struct gomp_taskgroup *group = gomp_task_current (self)->group;
  if (self->thread_num == 0 && group != NULL && group->workshare)
    gomp_tasking_merge_observed (self, group->reductions, at);
}

/* Only the code that has the array unregisters it.  */
void
gomp_reduction_merged (void)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  struct gomp_observed_task *task = thread == NULL ? NULL : thread->task;
  if (task == NULL || task->merges == NULL)
    return;
  atomic_store_explicit (&thread->state, 0, memory_order_relaxed);
  GOMP_CALL_TOOL_AS (thread, sync_region, reduction, ompt_sync_region_reduction,
                     ompt_scope_end, gomp_observed_team (task),
                     gomp_observed_data (task), task->merges);
  task->merges = NULL;
}

/* ---- Events of detached tasks.  */

static void
report_fulfilled (struct wrapped *w)
{
  unsigned before = add_progress (w, FULFILLED);
  if ((before & (ENDED | DROPPED)) == 0)
    {
      call_fulfill (&w->task, ompt_task_early_fulfill);
      add_progress (w, FULFILLED_REPORTED);
      gomp_wait_wake (&w->progress, INT_MAX, GOMP_WAIT_PRIVATE);
    }
  else if ((before & ENDED_REPORTED) != 0)
    call_fulfill (&w->task, ompt_task_late_fulfill);
}

/* While the event has not come, the task exists.  */
bool
gomp_task_fulfill_observed (void *handle)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_task *task = handle;
  unsigned seen = atomic_load (&task->event);
  if (self->observed != NULL && task->fn == run_wrapped
      && (seen == GOMP_EVENT_PENDING || seen == GOMP_EVENT_BODY))
    report_fulfilled (task->data);
  return gomp_task_fulfill (self, handle);
}
