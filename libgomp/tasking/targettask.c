/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target tasks; see offload/directive/targettask.h (OpenMP 5.1 section 2.14.5).

   A target task runs twice: first to map and launch, then, when the launch has
   ended, to unmap.  In between it is on no thread and in no queue.  The event
   word decides whether the launch ended before start returned; then the second
   part follows at once.  Otherwise the thread that reports the end queues the
   task again.

   A task may also be launched ahead, by the thread that makes it, before its
   predecessors are complete; then the first part is done when its turn comes.

   Spawned by library threads; gomp_target_task_complete may be called by any
   thread.  Outside any region the task is started at once, because no other
   thread would start it; a wait of the thread, or its end, runs the second
   part.  */

#include "offload/directive/targettask.h"

#include "base/mem.h"
#include "base/tsan.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/task.h"
#include "team/observe.h"

/* Called when a launch has ended, before its task goes on; NULL: nothing is
   called.  For ThreadSanitizer, or set by gomp_target_task_watch.  */
static void (*_Atomic watcher) (void *handle) = GOMP_TSAN_RELEASE;

void
gomp_target_task_watch (void (*other) (void *handle))
{
  /* Relaxed: the launch that is watched begins afterwards.  */
  atomic_store_explicit (&watcher, other, memory_order_relaxed);
}

static bool
run (struct gomp_task *task)
{
  const struct gomp_target_task_ops *ops = task->target;
  /* Acquire: pairs with gomp_target_task_complete, for a task that was launched
     ahead.  */
  unsigned event = atomic_load_explicit (&task->event, memory_order_acquire);
  if (likely (event == GOMP_EVENT_NONE))
    {
      atomic_store_explicit (&task->event, GOMP_EVENT_PENDING,
                             memory_order_relaxed);
      if (!ops->start (task->data, task))
        {
          atomic_store_explicit (&task->event, GOMP_EVENT_NONE,
                                 memory_order_relaxed);
          return true;
        }
      gomp_tsan_release (task);
    }
  if (event != GOMP_EVENT_COME)
    {
      unsigned expected = GOMP_EVENT_PENDING;
      /* Release: from here on another thread may run the task.  Acquire: what
         came before its completion.  */
      if (atomic_compare_exchange_strong_explicit (
              &task->event, &expected, GOMP_EVENT_BODY, memory_order_acq_rel,
              memory_order_acquire))
        return false;
      gomp_tsan_acquire (task);
    }
  ops->finish (task->data);
  atomic_store_explicit (&task->event, GOMP_EVENT_NONE, memory_order_relaxed);
  return true;
}

/* A thread that waits for tasks works meanwhile, since its region may run on
   the host, and waits again.  A task with events does the same for its body. */
bool
gomp_task_run_target (struct gomp_task *task)
{
  struct gomp_observed_thread *thread = gomp_self ()->observed;
  if (likely (thread == NULL))
    return run (task);
  int state = atomic_load_explicit (&thread->state, memory_order_relaxed);
  atomic_store_explicit (&thread->state, 0, memory_order_relaxed);
  bool is_complete = run (task);
  atomic_store_explicit (&thread->state, state, memory_order_relaxed);
  return is_complete;
}

void
gomp_task_start_ahead (struct gomp_task *task, void *const *after, size_t count)
{
  /* Relaxed: no other thread has the task yet.  */
  atomic_store_explicit (&task->event, GOMP_EVENT_PENDING,
                         memory_order_relaxed);
  if (!task->target->ahead (task->data, task, after, count))
    atomic_store_explicit (&task->event, GOMP_EVENT_NONE, memory_order_relaxed);
  gomp_tsan_release (task);
}

void *
gomp_target_task_construct (void *handle)
{
  const struct gomp_task *task = handle;
  return task->target->construct == NULL ? task->data
                                         : task->target->construct (task->data);
}

void *
gomp_target_task_current (const struct gomp_target_task_ops *ops, void **handle)
{
  struct gomp_task *task = gomp_task_current (gomp_self ());
  *handle = task;
  return task->target == ops ? task->data : NULL;
}

void
gomp_task_drop_target (struct gomp_task *task)
{
  task->target->drop (task->data);
}

void
gomp_target_task_complete (void *handle)
{
  struct gomp_task *task = handle;
  unsigned seen = GOMP_EVENT_PENDING;
  void (*watch) (void *)
      = atomic_load_explicit (&watcher, memory_order_relaxed);
  if (unlikely (watch != NULL))
    watch (task);
  /* Acquire and release: pairs with gomp_task_run_target.  */
  if (atomic_compare_exchange_strong_explicit (
          &task->event, &seen, GOMP_EVENT_COME, memory_order_acq_rel,
          memory_order_acquire))
    return;
  struct gomp_task_team *tasks = task->member->tasks;
  atomic_store_explicit (&task->event, GOMP_EVENT_COME, memory_order_relaxed);
  gomp_task_visit (tasks);
  gomp_queue_push (&tasks->queue, task, task->priority);
  gomp_task_notify_all (tasks);
  gomp_task_depart (tasks);
}

/* Tools may know the task that is being made.  */
static COLD void
launch_observed (struct gomp_thread *self, struct gomp_task *task,
                 void **depend)
{
  struct gomp_observed_thread *thread = self->observed;
  const ompt_data_t *made = thread == NULL ? NULL : thread->made;
  if (made == NULL)
    {
      gomp_task_launch (self, task, depend);
      return;
    }
  thread->made = NULL;
  gomp_task_launch_observed (self, task, depend, made->value);
}

static SPECIALIZED void
spawn (const struct gomp_target_task_ops *ops, void *payload, void **depend,
       const enum gomp_task_way way)
{
  struct gomp_thread *self = gomp_self ();
  struct gomp_task *parent = gomp_task_current (self);
  if (unlikely (gomp_task_spawn_cancelled (parent)))
    {
      ops->drop (payload);
      gomp_free (payload);
      return;
    }
  struct gomp_task_request req = { .may_defer = true };
  struct gomp_task *task = gomp_task_make (self, &req);
  task->target = ops;
  task->data = payload;
  task->data_allocated = true;
  if (way == GOMP_TASK_OBSERVED)
    launch_observed (self, task, depend);
  else if (way == GOMP_TASK_AHEAD)
    gomp_task_launch_ahead (self, task, depend);
  else
    gomp_task_launch (self, task, depend);
  if (gomp_task_serial (parent->member))
    gomp_task_yield (self);
}

void
gomp_target_task_spawn (const struct gomp_target_task_ops *ops, void *payload,
                        void **depend)
{
  spawn (ops, payload, depend, GOMP_TASK_USUAL);
}

void
gomp_target_task_spawn_ahead (const struct gomp_target_task_ops *ops,
                              void *payload, void **depend)
{
  spawn (ops, payload, depend, GOMP_TASK_AHEAD);
}

void
gomp_target_task_spawn_observed (const struct gomp_target_task_ops *ops,
                                 void *payload, void **depend)
{
  spawn (ops, payload, depend, GOMP_TASK_OBSERVED);
}

void
gomp_target_task_wait_depend (void **depend)
{
  gomp_depend_wait (gomp_self (), depend);
}

void
gomp_target_task_spawn_empty (void **depend)
{
  gomp_depend_add_empty (gomp_self (), depend);
}

bool
gomp_target_task_may_defer (void)
{
  return !gomp_self ()->task->in_final;
}

bool
gomp_target_task_has_help (void)
{
  struct gomp_task *task = gomp_task_current (gomp_self ());
  return !gomp_task_serial (task->member) && !gomp_task_alone (task->member);
}

bool
gomp_target_task_must_wait (void **depend)
{
  return gomp_depend_pending (gomp_self (), depend);
}

unsigned
gomp_target_task_children (void)
{
  return gomp_task_children (gomp_task_current (gomp_self ()));
}
