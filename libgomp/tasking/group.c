/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Taskgroups; see group.h.  A group is opened, waited for and freed by the
   thread of the task that opened it; the threads that spawn and complete its
   tasks count in it.  No lock.  */

#include "tasking/group.h"

#include "base/invariant.h"
#include "base/tsan.h"
#include "tasking/untied.h"

static inline void
begin (struct gomp_thread *self, struct gomp_task *task,
       struct gomp_task_member *member, bool workshare)
{
  struct gomp_taskgroup *group
      = gomp_heap_alloc (self->tasking->heap, sizeof (*group));
  *group = (struct gomp_taskgroup){ .outer = task->group,
                                    .member = member,
                                    .workshare = workshare };
  task->group = group;
}

void
gomp_taskgroup_begin (struct gomp_thread *self, bool workshare)
{
  struct gomp_task *task = gomp_task_current (self);
  begin (self, task,
         gomp_task_is_in_parts (task) ? GOMP_TASK_NO_MEMBER : task->member,
         workshare);
}

void
gomp_taskgroup_begin_in_part (struct gomp_thread *self)
{
  struct gomp_task *task = gomp_task_current (self);
  begin (self, task, task->member, false);
}

static bool
no_tasks (void *arg)
{
  struct gomp_taskgroup *group = arg;
  /* Acquire: what the tasks did is visible when this says 0.  */
  return group->local
             + atomic_load_explicit (&group->remote, memory_order_acquire)
         == 0;
}

/* From now on the last task's completion finds 0 in `remote' if another
   thread completes it.  */
static void
fold_tasks (void *arg)
{
  struct gomp_taskgroup *group = arg;
  if (group->local != 0)
    atomic_fetch_add_explicit (&group->remote, group->local,
                               memory_order_relaxed);
  group->local = 0;
}

void
gomp_taskgroup_end (struct gomp_thread *self)
{
  struct gomp_task *task = gomp_task_current (self);
  struct gomp_taskgroup *group = task->group;
  if (group == NULL)
    return;
  struct gomp_task_condition condition
      = { .done = no_tasks, .settle = fold_tasks, .arg = group };
  if (!no_tasks (group))
    gomp_task_wait_until (self, &condition);
  gomp_invariant (no_tasks (group), "a taskgroup ends with %ld tasks",
                  (long)(group->local + atomic_load (&group->remote)));
  gomp_invariant (task->group == group,
                  "a task ends another taskgroup than its innermost");
  gomp_tsan_acquire (group);
  task->group = group->outer;
  gomp_heap_free (self->tasking->heap, group);
}

bool
gomp_taskgroup_dropped (struct gomp_taskgroup *group)
{
  for (; group != NULL; group = group->outer)
    if (atomic_load_explicit (&group->cancelled, memory_order_relaxed))
      return true;
  return false;
}

/* The innermost group that a cancel construct can name, or NULL.  */
static struct gomp_taskgroup *
user_group (struct gomp_thread *self)
{
  struct gomp_taskgroup *group = gomp_task_current (self)->group;
  while (group != NULL && group->workshare)
    group = group->outer;
  return group;
}

bool
gomp_tasking_cancel_group (struct gomp_thread *self)
{
  struct gomp_taskgroup *group = user_group (self);
  if (group != NULL)
    /* Relaxed: tasks may start for a while still.  */
    atomic_store_explicit (&group->cancelled, true, memory_order_relaxed);
  return group != NULL;
}

bool
gomp_tasking_group_cancelled (struct gomp_thread *self)
{
  struct gomp_taskgroup *group = user_group (self);
  return group != NULL
         && atomic_load_explicit (&group->cancelled, memory_order_relaxed);
}
