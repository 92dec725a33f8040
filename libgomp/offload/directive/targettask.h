/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The narrow interface between offload/ and tasking/: target tasks.  Defined in
   tasking/, called by offload/ and abi/.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_TARGETTASK_H
#define GOMP_OFFLOAD_DIRECTIVE_TARGETTASK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* A target task's work.  START maps and launches; with an asynchronous launch
   it returns true, and FINISH runs as the task's end once
   gomp_target_task_complete was called, on some thread of the team; with
   false the work is done already and FINISH is not called.  Both run in the
   task's data environment.  DROP is called instead of both for a task that is
   cancelled before it starts; it frees what the payload refers to.  */
struct gomp_target_task_ops
{
  bool (*start) (void *payload, void *handle);
  void (*finish) (void *payload);
  void (*drop) (void *payload);
};

/* Make a deferred target task with a copy of nothing: PAYLOAD was allocated
   with gomp_alloc and is freed when the task is done.  DEPEND: a GOMP_task
   depend array or NULL.  */
HIDDEN void gomp_target_task_spawn (const struct gomp_target_task_ops *ops,
                                    void *payload, void **depend);
/* The asynchronous launch of the task HANDLE (which was passed to start) has
   ended.  Any thread, also one that the library did not start.  */
HIDDEN void gomp_target_task_complete (void *handle);
/* From now on that calls OTHER first, with its argument; OTHER also releases it
   for ThreadSanitizer.  */
HIDDEN void gomp_target_task_watch (void (*other) (void *handle)) COLD;
/* The payload of the task HANDLE.  */
HIDDEN void *gomp_target_task_payload (void *handle);
/* Wait until the dependences of DEPEND on earlier siblings are fulfilled
   (a target construct without nowait).  No-op without such siblings.  */
HIDDEN void gomp_target_task_wait_depend (void **depend);
/* Make an empty deferred task with the dependences DEPEND.  */
HIDDEN void gomp_target_task_spawn_empty (void **depend);
/* True if a task may be deferred here (a team, and not in a final task).  */
HIDDEN bool gomp_target_task_may_defer (void);
/* True if other threads run tasks of here.  */
HIDDEN bool gomp_target_task_has_help (void);
/* The number of children of the current task that have not ended.  */
HIDDEN unsigned gomp_target_task_children (void);
/* True if DEPEND has predecessors that are not complete.  */
HIDDEN bool gomp_target_task_must_wait (void **depend);

#endif
