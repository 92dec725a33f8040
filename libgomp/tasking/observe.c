/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The observed instances of tasking's constructs; see observe.h.  Each runs in
   the thread that encounters the construct; a task's body in the one that runs
   the task.  */

#include "tasking/observe.h"

#include <string.h>

#include "base/sizes.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/undeferred.h"

/* ---- Raising.  */

static void
raise_task (struct gomp_observed_thread *thread, enum gomp_event_row row,
            const struct gomp_event_task *what, const void *at)
{
  struct gomp_observed_task *current = thread->task;
  gomp_observe (
      &(struct gomp_event){ .row = row,
                            .device = GOMP_EVENT_ON_HOST,
                            .at = at,
                            .identity = &what->task->identity,
                            .thread = &thread->identity,
                            .task = current == NULL ? NULL : &current->identity,
                            .what = (void *)(uintptr_t)what });
}

static void
raise_depends (struct gomp_observed_thread *thread,
               struct gomp_observed_task *task, void **depend)
{
  const struct gomp_event_depends what = { .task = task, .depend = depend };
  gomp_observe (&(struct gomp_event){ .row = GOMP_EVENT_TASK_DEPENDS,
                                      .device = GOMP_EVENT_ON_HOST,
                                      .identity = &task->identity,
                                      .thread = &thread->identity,
                                      .what = (void *)(uintptr_t)&what });
}

/* TASK, of which nothing is known yet, was made by THREAD's current one.  */
static void
raise_made (struct gomp_observed_thread *thread,
            struct gomp_observed_task *task, unsigned traits, void **depend,
            const void *at)
{
  struct gomp_observed_task *current = thread->task;
  memset (task, 0, sizeof (*task));
  task->frames = GOMP_FRAMES_NONE;
  task->kind = GOMP_TASK_IS_EXPLICIT;
  task->traits = traits;
  task->region = current == NULL ? NULL : current->region;
  const struct gomp_event_task what
      = { .task = task, .depends = depend != NULL };
  raise_task (thread, GOMP_EVENT_TASK_MADE, &what, at);
  if (depend != NULL)
    raise_depends (thread, task, depend);
}

/* ---- Bodies.  */

/* An observed task in a block of its own: the argument of the task.  What its
   body gets follows.  */
struct wrapped
{
  struct gomp_observed_task task;
  void (*fn) (void *);
  void *data;
  bool constructed;  /* its copy constructor ran: it is not dropped */
  bool has_event;    /* it is detached */
  atomic_uint parts; /* those that have come: body, event */
};
#define BODY 1u
#define EVENT 2u

/* What the task's body gets is made of that.  The task's constructor sees this
   structure as the original.  */
struct original
{
  void *handle; /* first: the event, as gomp_task_make stores it */
  const struct gomp_task_request *req;
  size_t offset;      /* of the argument in the block */
  const void *bounds; /* a taskloop's: the argument begins with these */
  size_t size;        /* of them */
};

static struct gomp_observed_task *
begin_body (struct gomp_observed_thread *thread,
            struct gomp_observed_task *task)
{
  struct gomp_observed_task *below = thread->task;
  const struct gomp_event_task what
      = { .task = task,
          .other = below,
          .status = thread->yields ? GOMP_TASK_YIELDED : GOMP_TASK_SWITCHED };
  thread->yields = false;
  atomic_store (&task->below, below);
  raise_task (thread, GOMP_EVENT_TASK_BEGIN, &what, NULL);
  task->waits
      = atomic_exchange_explicit (&thread->waits, 0, memory_order_relaxed);
  atomic_store (&thread->task, task);
  return below;
}

static void
end_body (struct gomp_observed_thread *thread, struct gomp_observed_task *task,
          struct gomp_observed_task *below, enum gomp_task_status status)
{
  const struct gomp_event_task what
      = { .task = task, .other = below, .status = status };
  int waits = task->waits;
  atomic_store (&thread->task, below);
  raise_task (thread, GOMP_EVENT_TASK_END, &what, NULL);
  atomic_store_explicit (&thread->waits, waits, memory_order_relaxed);
}

static void
drop (struct gomp_observed_thread *thread, struct gomp_observed_task *task)
{
  const struct gomp_event_task what = { .task = task };
  raise_task (thread, GOMP_EVENT_TASK_DROPPED, &what, NULL);
}

/* The body of a task with a block of its own.  */
static void
run_wrapped (void *data)
{
  struct wrapped *w = data;
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  if (unlikely (thread == NULL))
    {
      w->fn (w->data);
      return;
    }
  if (!w->constructed && !w->has_event
      && gomp_task_spawn_cancelled (gomp_task_current (self)))
    {
      drop (thread, &w->task);
      return;
    }
  struct gomp_observed_task *below = begin_body (thread, &w->task);
  atomic_store (&w->task.frames.exit.address, __builtin_frame_address (0));
  w->fn (w->data);
  atomic_store (&w->task.frames.exit.address, NULL);
  bool waits = w->has_event && (atomic_fetch_or (&w->parts, BODY) & EVENT) == 0;
  end_body (thread, &w->task, below,
            waits ? GOMP_TASK_DETACHED : GOMP_TASK_COMPLETED);
}

/* A task that runs at once, on the stack of its thread.  */
struct at_once
{
  struct gomp_observed_task task;
  void (*fn) (void *);
  void *data;
};

static void
run_at_once (void *data)
{
  struct at_once *o = data;
  struct gomp_observed_thread *thread = gomp_self ()->observed;
  struct gomp_observed_task *below = begin_body (thread, &o->task);
  atomic_store (&o->task.frames.exit.address, __builtin_frame_address (0));
  o->fn (o->data);
  atomic_store (&o->task.frames.exit.address, NULL);
  end_body (thread, &o->task, below, GOMP_TASK_COMPLETED);
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
  memset (w, 0, sizeof (*w));
  w->fn = req->fn;
  w->data = (char *)task->data + o->offset;
  w->constructed = req->copy != NULL;
  w->has_event = req->event != NULL;
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
  return req->depend == NULL && gomp_task_full (parent->member, req->priority);
}

static void
run_in_place (struct gomp_thread *self, const struct gomp_task_request *req,
              unsigned traits, const void *at)
{
  struct at_once o = { .fn = req->fn, .data = req->data };
  raise_made (self->observed, &o.task, traits, req->depend, at);
  if (req->depend != NULL)
    gomp_depend_wait (self, req->depend);
  gomp_task_run_at_once (self, gomp_task_current (self), run_at_once, &o,
                         req->final);
}

/* The task of REQ, which is wrapped, with the bounds in O.  */
static void
spawn_wrapped (struct gomp_thread *self, const struct gomp_task_request *req,
               unsigned traits, bool at_once, struct original *o,
               const void *at)
{
  struct gomp_task *task = make_wrapped (self, req, o);
  struct wrapped *w = task->data;
  raise_made (self->observed, &w->task, traits, req->depend, at);
  if (!at_once)
    {
      gomp_task_launch (self, task, req->depend);
      return;
    }
  if (req->depend != NULL)
    gomp_depend_wait (self, req->depend);
  task->depth = gomp_task_current (self)->depth + 1;
  gomp_task_run_now (self, task);
}

static unsigned
all_traits (const struct gomp_task_request *req, unsigned traits)
{
  return traits | (req->may_defer ? 0 : GOMP_TRAIT_UNDEFERRED)
         | (req->final ? GOMP_TRAIT_FINAL : 0);
}

void
gomp_task_spawn_observed (const struct gomp_task_request *req, unsigned traits,
                          const void *at)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_task *parent = gomp_task_current (self);
  if (self->observed == NULL)
    {
      gomp_task_spawn (self, req);
      return;
    }
  if (gomp_task_spawn_cancelled (parent))
    return;
  bool at_once = runs_at_once (parent, req);
  traits = all_traits (req, traits);
  struct original o = { .offset = 0 };
  if (at_once && req->copy == NULL && req->event == NULL)
    run_in_place (self, req, traits, at);
  else
    spawn_wrapped (self, req, traits, at_once, &o, at);
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
  struct original o = { .bounds = bounds, .size = size };
  spawn_wrapped (self, r, all_traits (r, 0), runs_at_once (parent, r), &o, at);
}

bool
gomp_taskloop_begin_observed (struct gomp_thread *self,
                              const struct gomp_taskloop_request *req,
                              uint64_t count, const void *at)
{
  if (!gomp_taskloop_begin (self, req))
    return false;
  const struct gomp_event_sync sync = { .kind = GOMP_SYNC_TASKGROUP };
  if (req->group)
    gomp_observe_sync (self->observed, GOMP_EVENT_SYNC_BEGIN, &sync, at);
  const struct gomp_event_work work
      = { .kind = GOMP_WORK_TASKLOOP, .count = count };
  gomp_observe_work (self->observed, GOMP_EVENT_WORK_BEGIN, &work, at);
  return true;
}

void
gomp_taskloop_end_observed (struct gomp_thread *self,
                            const struct gomp_taskloop_request *req,
                            uint64_t count, const void *at)
{
  const struct gomp_event_work work
      = { .kind = GOMP_WORK_TASKLOOP, .count = count };
  gomp_observe_work (self->observed, GOMP_EVENT_WORK_END, &work, at);
  if (req->group)
    gomp_taskgroup_end_observed (at);
}

/* ---- Waits.  */

void
gomp_task_wait_observed (const void *at)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  const struct gomp_event_sync sync
      = { .kind = GOMP_SYNC_TASKWAIT, .waits = true };
  if (thread != NULL)
    gomp_observe_sync (thread, GOMP_EVENT_SYNC_BEGIN, &sync, at);
  gomp_task_wait_children (self);
  if (thread != NULL)
    gomp_observe_sync (thread, GOMP_EVENT_SYNC_END, &sync, at);
}

/* This is a task without a body, which the thread waits for.  */
void
gomp_task_wait_depend_observed (void **depend, const void *at)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  struct gomp_observed_task task;
  const struct gomp_event_task what
      = { .task = &task, .status = GOMP_TASK_WAIT_COMPLETED };
  if (thread != NULL)
    raise_made (thread, &task, GOMP_TRAIT_TASKWAIT | GOMP_TRAIT_UNDEFERRED,
                depend, at);
  gomp_depend_wait (self, depend);
  if (thread != NULL)
    raise_task (thread, GOMP_EVENT_TASK_FULFILLED, &what, NULL);
}

void
gomp_task_yield_observed (void)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  if (thread != NULL)
    thread->yields = true;
  gomp_task_yield (self);
  if (thread != NULL)
    thread->yields = false;
}

void
gomp_taskgroup_begin_observed (const void *at)
{
  struct gomp_thread *self = gomp_self ();
  const struct gomp_event_sync sync = { .kind = GOMP_SYNC_TASKGROUP };
  gomp_taskgroup_begin (self, false);
  if (self->observed != NULL)
    gomp_observe_sync (self->observed, GOMP_EVENT_SYNC_BEGIN, &sync, at);
}

void
gomp_taskgroup_end_observed (const void *at)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_observed_thread *thread = self->observed;
  const struct gomp_event_sync sync = { .kind = GOMP_SYNC_TASKGROUP };
  if (thread != NULL)
    gomp_observe_sync (thread, GOMP_EVENT_WAIT_BEGIN, &sync, at);
  gomp_taskgroup_end (self);
  if (thread == NULL)
    return;
  gomp_observe_sync (thread, GOMP_EVENT_WAIT_END, &sync, at);
  gomp_observe_sync (thread, GOMP_EVENT_SYNC_END, &sync, at);
}

/* ---- Events of detached tasks.  */

/* While the event has not come, the task exists.  */
bool
gomp_task_fulfill_observed (void *handle)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_task *task = handle;
  unsigned seen = atomic_load (&task->event);
  if (self->observed != NULL && task->fn == run_wrapped
      && (seen == GOMP_EVENT_PENDING || seen == GOMP_EVENT_BODY))
    {
      struct wrapped *w = task->data;
      bool late = (atomic_fetch_or (&w->parts, EVENT) & BODY) != 0;
      const struct gomp_event_task what
          = { .task = &w->task,
              .status
              = late ? GOMP_TASK_FULFILLED_LATE : GOMP_TASK_FULFILLED_EARLY };
      raise_task (self->observed, GOMP_EVENT_TASK_FULFILLED, &what, NULL);
    }
  return gomp_task_fulfill (self, handle);
}
