/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Untied tasks whose code is in parts: it returns at a task scheduling point,
   and its next call, by any thread of the team, does the next part (OpenMP 5.1
   section 2.12.1).  Clang makes such code of a task with the untied clause; of
   GCC's, every task is tied.

   A task in parts goes on at once with its next part, unless it yields, or the
   thread's deque is full: then it becomes ready once more, like a new task, and
   the thread turns to another one.  So a task that generates tasks goes on in
   another thread while this one does what it has generated.

   What makes it different from other tasks:

   - Its children may be completed by the thread that ran its last part, while
     another thread runs the next.  So they never count in its `local', nor the
     tasks of its taskgroups in theirs.
   - At the beginning of a part its thread's deque may have descendants of it,
     above or below other tasks.  So it has no `floor'.  While it waits, tasks
     of the deque are taken down to `lowest', the floor of the task below it on
     the stack: what lies lower is older than that task, and so no descendant of
     either.  Of these tasks its descendants are run, and the others go to the
     queue, where every thread finds them that may run them.  So, as for other
     tasks (schedule.c), what a task waits for is running, or can be found.  */

#ifndef GOMP_TASKING_UNTIED_H
#define GOMP_TASKING_UNTIED_H

#include "tasking/task.h"

/* A task in parts has this as its `target'.  */
#define GOMP_TASK_PARTS ((const struct gomp_target_task_ops *)1)

/* The member of no thread.  */
#define GOMP_TASK_NO_MEMBER ((struct gomp_task_member *)-1)

static inline bool
gomp_task_is_in_parts (const struct gomp_task *task)
{
  return task->target == GOMP_TASK_PARTS;
}

/* No descendant of TASK that is ready in its thread's deque has a lower
   index.  */
static inline int64_t
gomp_untied_lowest (const struct gomp_task *task)
{
  return gomp_task_is_in_parts (task) ? task->lowest : task->floor;
}

/* TASK, which was made and not yet launched, has code in parts.  If it is
   cancelled before it starts, its body is called nevertheless.  */
HIDDEN void gomp_untied_make (struct gomp_task *task);
/* Run a part of TASK, which has just become the current task of MEMBER's
   thread.  True: it was the last one.  False: another thread may have the task
   by now.  LOWEST: see above.  */
HIDDEN bool gomp_untied_run (struct gomp_task_member *member,
                             struct gomp_task *task, int64_t lowest);
/* TASK, the current task, has reached a scheduling point, and its code is about
   to return.  True: its body is called again when it goes on.  False: it should
   go on at once, without that.  */
HIDDEN bool gomp_untied_suspend (struct gomp_task *task);
/* TASK, the current one, reaches a taskyield construct.  True: it yields at the
   end of this part.  */
HIDDEN bool gomp_untied_yield (struct gomp_task *task);
/* A descendant of WAITING, the current task of MEMBER's thread, from the
   thread's deque, or NULL.  */
HIDDEN struct gomp_task *gomp_untied_find (struct gomp_task_member *member,
                                           struct gomp_task *waiting) COLD;

#endif
