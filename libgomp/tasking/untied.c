/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Untied tasks in parts; see untied.h.  Owns no data.  A task's `lowest',
   `yields' and `goes_on' are those of the thread that runs it.  */

#include "tasking/untied.h"

#include "base/tsan.h"

void
gomp_untied_make (struct gomp_task *task)
{
  task->target = GOMP_TASK_PARTS;
  task->remote_only = true;
  task->copied = true;
  task->goes_on = false;
}

/* The oldest task of MEMBER's deque comes next, unless it lies below LOWEST.
   Thieves only take tasks away, so a later oldest one lies higher.  */
static void
turn (struct gomp_task_member *member, int64_t lowest)
{
  struct gomp_deque *deque = &member->deque;
  bool lost;
  if (gomp_deque_size (deque) < 2
      || atomic_load_explicit (&deque->top, memory_order_relaxed) < lowest)
    return;
  struct gomp_task *task = gomp_deque_steal (deque, NULL, NULL, &lost);
  if (task != NULL)
    gomp_task_ready (member, task);
}

bool
gomp_untied_run (struct gomp_task_member *member, struct gomp_task *task,
                 int64_t lowest)
{
  task->floor = INT64_MAX;
  task->lowest = lowest;
  task->yields = false;
  task->fn (task->data);
  if (!task->goes_on)
    return true;
  bool yields = task->yields;
  task->goes_on = false;
  gomp_tsan_release (task);
  gomp_task_ready (member, task);
  if (yields)
    turn (member, lowest);
  return false;
}

bool
gomp_untied_suspend (struct gomp_task *task)
{
  if (!gomp_task_is_in_parts (task))
    return false;
  task->goes_on
      = task->yields
        || gomp_deque_size (&task->member->deque) >= GOMP_DEQUE_CAPACITY;
  return task->goes_on;
}

/* If it yields a second time, no scheduling point of its own has followed the
   first: the construct is in a function that it calls.  */
bool
gomp_untied_yield (struct gomp_task *task)
{
  if (!gomp_task_is_in_parts (task) || task->yields)
    return false;
  task->yields = true;
  return true;
}

struct gomp_task *
gomp_untied_find (struct gomp_task_member *member, struct gomp_task *waiting)
{
  struct gomp_task_team *tasks = member->tasks;
  struct gomp_task *task;
  while ((task = gomp_deque_pop (&member->deque, waiting->lowest,
                                 !gomp_task_alone (member)))
             != NULL
         && !gomp_task_descends (task, waiting))
    {
      gomp_queue_push (&tasks->queue, task, task->priority);
      if (tasks->team != NULL)
        gomp_task_notify_queued (tasks);
    }
  return task;
}
