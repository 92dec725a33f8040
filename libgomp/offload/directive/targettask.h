/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target tasks: the interface between offload/ and tasking/.  tasking/ defines
   the functions; offload/ and abi/ call them.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_TARGETTASK_H
#define GOMP_OFFLOAD_DIRECTIVE_TARGETTASK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* The work of a target task, in the data environment of the task.

   START maps the data and launches the region.  It returns true if the launch
   is asynchronous: then FINISH runs as the end of the task, on a thread of the
   team, after gomp_target_task_complete was called.  If START returns false,
   the work is done, and FINISH is not called.

   DROP is called instead of both if the task is cancelled before it starts.
   It frees what the payload refers to.

   AHEAD, of gomp_target_task_spawn_ahead: start the asynchronous launch before
   the COUNT tasks AFTER are complete, in the data environment of their parent.
   False: nothing was done.  If it is true, FINISH runs when they are complete,
   too.  The addresses in AFTER may belong to other tasks by now, if theirs are
   complete.

   CONSTRUCT returns the construct (target.h) that the payload refers to, or
   NULL if it is none; without this function the payload is the construct.  */
struct gomp_target_task_ops
{
  bool (*start) (void *payload, void *handle);
  void (*finish) (void *payload);
  void (*drop) (void *payload);
  bool (*ahead) (void *payload, void *handle, void *const *after, size_t count);
  void *(*construct) (void *payload);
};
/* Most tasks that AHEAD is called for.  */
#define GOMP_TARGET_TASK_AFTER_MAX 16

/* Make a deferred target task.  PAYLOAD comes from gomp_alloc, and is freed
   when the task is done; it is not copied.  DEPEND: the depend array of
   GOMP_task, or NULL.  */
HIDDEN void gomp_target_task_spawn (const struct gomp_target_task_ops *ops,
                                    void *payload, void **depend);
/* The same, but OPS's ahead may start it before its predecessors are
   complete.  */
HIDDEN void
gomp_target_task_spawn_ahead (const struct gomp_target_task_ops *ops,
                              void *payload, void **depend) COLD;
/* The same for an observed construct.  */
HIDDEN void
gomp_target_task_spawn_observed (const struct gomp_target_task_ops *ops,
                                 void *payload, void **depend) COLD;
/* The asynchronous launch of the task HANDLE, an argument of start, has ended.
   Any thread, also one that the library did not start.  */
HIDDEN void gomp_target_task_complete (void *handle);
/* From now on gomp_target_task_complete calls OTHER first, with its own
   argument.  OTHER also releases the argument for ThreadSanitizer.  */
HIDDEN void gomp_target_task_watch (void (*other) (void *handle)) COLD;
/* The payload of the current task and, in *HANDLE, the task, if it is a target
   task with these OPS that is being started; else NULL.  */
HIDDEN void *gomp_target_task_current (const struct gomp_target_task_ops *ops,
                                       void **handle);
/* The construct of the task HANDLE, or NULL.  */
HIDDEN void *gomp_target_task_construct (void *handle);
/* Wait until the dependences of DEPEND on earlier siblings are fulfilled: a
   target construct without nowait.  Returns at once if there are no such
   siblings.  */
HIDDEN void gomp_target_task_wait_depend (void **depend);
/* Make a deferred task without work, with the dependences DEPEND.  */
HIDDEN void gomp_target_task_spawn_empty (void **depend);
/* May a task be deferred here?  That needs a team, and a current task that is
   not final.  */
HIDDEN bool gomp_target_task_may_defer (void);
/* Can other threads run the tasks that this thread makes?  */
HIDDEN bool gomp_target_task_has_help (void);
/* The number of children of the current task that are not complete.  */
HIDDEN unsigned gomp_target_task_children (void);
/* Are there predecessors of DEPEND that are not complete?  */
HIDDEN bool gomp_target_task_must_wait (void **depend);

#endif
