/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target constructs that are left to tasks, for tools; see target.h.

   A target task runs in one or two parts: it starts the construct, and if the
   region runs asynchronously, a thread turns to it again for the end.  The
   thread that creates the task allocates its record; the thread that ends the
   task frees it.  */

#include "base/mem.h"
#include "offload/observe.h"
#include "ompt/target.h"
#include "tasking/observe.h"

_Thread_local struct gomp_ompt_target_task *gomp_ompt_target_task;

static struct gomp_observed_thread *
this_thread (void)
{
  return gomp_self_observing ()->observed;
}

/* THREAD's task, if it is there as long as the region.  */
static struct gomp_observed_task *
implicit_of (struct gomp_observed_thread *thread)
{
  struct gomp_observed_task *task = thread->task;
  return task != NULL && gomp_observed_is_implicit (task) ? task : NULL;
}

void
gomp_ompt_hear_deferred (const struct gomp_listener *self,
                         const struct gomp_event *event)
{
  const struct gomp_event_deferred *what = event->what;
  struct gomp_observed_thread *thread = this_thread ();
  struct gomp_ompt_target_task *task = gomp_xalloc_zeroed (sizeof (*task));
  *gomp_observe_word (self, event->identity) = task;
  if (thread == NULL)
    return;
  task->is_told = true;
  task->maker = implicit_of (thread);
  gomp_observe_target_task (thread, &task->task, what->depend, event->at);
}

/* The calling thread turns to TASK; and away from it.  */
static void
run (struct gomp_ompt_target_task *task)
{
  struct gomp_observed_thread *thread = this_thread ();
  task->outer = gomp_ompt_target_task;
  gomp_ompt_target_task = task;
  task->runs = task->is_told && thread != NULL;
  if (task->runs)
    gomp_observe_task_begin (thread, &task->task);
}

static void
stop (struct gomp_ompt_target_task *task)
{
  gomp_ompt_target_task = task->outer;
  if (task->runs)
    gomp_observe_task_end (this_thread (), &task->task,
                           task->is_over ? ompt_task_complete
                                         : ompt_task_switch);
  task->runs = false;
  if (task->is_over)
    gomp_free (task);
}

/* A task that was made before the listener joined has no word.  */
void
gomp_ompt_hear_deferred_start (const struct gomp_listener *self,
                               const struct gomp_event *event)
{
  struct gomp_ompt_target_task *task = *gomp_observe_word (self, event->region);
  if (task == NULL)
    task = gomp_xalloc_zeroed (sizeof (*task));
  *gomp_observe_word (self, event->region) = task;
  task->has_begun = true;
  run (task);
}

void
gomp_ompt_hear_deferred_leave (const struct gomp_listener *self,
                               const struct gomp_event *event)
{
  (void)self;
  (void)event;
  if (gomp_ompt_target_task != NULL)
    stop (gomp_ompt_target_task);
}

/* The construct of the task is done, or the task is cancelled and never
   begins.  */
void
gomp_ompt_hear_deferred_end (const struct gomp_listener *self,
                             const struct gomp_event *event)
{
  struct gomp_ompt_target_task *task
      = *gomp_observe_word (self, event->identity);
  if (task == NULL)
    return;
  task->is_over = true;
  if (task->has_begun)
    return;
  if (task->is_told)
    gomp_observe_task_drop (&task->task);
  gomp_free (task);
}

void
gomp_ompt_resume (struct gomp_ompt_target_task *task)
{
  if (task != NULL && gomp_ompt_target_task != task)
    {
      task->is_resumed = true;
      run (task);
    }
}

void
gomp_ompt_end_task (struct gomp_ompt_target_task *task)
{
  if (task != NULL && task->is_resumed)
    stop (task);
}
