/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of tasks, for listeners (base/observe.h): the observed instances
   of tasking's constructs, as in team/observe.h.

   The body of an observed task is wrapped.  The task's record lies in front of
   its argument, in the same block; if the task runs at once, it lies on the
   thread's stack.  Observed tasks are not measured: they run at once only if
   they must, or if no other thread could run them.  */

#ifndef GOMP_TASKING_OBSERVE_H
#define GOMP_TASKING_OBSERVE_H

#include "tasking/task.h"
#include "tasking/taskloop.h"
#include "team/observe.h"

enum gomp_task_status
{
  GOMP_TASK_SWITCHED,
  GOMP_TASK_YIELDED,
  GOMP_TASK_COMPLETED,
  GOMP_TASK_DETACHED,
  GOMP_TASK_FULFILLED_EARLY,
  GOMP_TASK_FULFILLED_LATE,
  GOMP_TASK_WAIT_COMPLETED
};

/* TASK_MADE: `identity' is the task's, `task' is the encountering task.
   TASK_BEGIN: OTHER is the task before it, which has STATUS.  TASK_END: the
   task has STATUS, OTHER is the next one.  TASK_FULFILLED: the task has
   STATUS; also raised at the end of a taskwait with dependences.
   TASK_DROPPED: the task is cancelled and will not run.  */
struct gomp_event_task
{
  struct gomp_observed_task *task;
  struct gomp_observed_task *other; /* or NULL */
  enum gomp_task_status status;
  bool depends; /* MADE: it has dependences */
};

/* TASK_DEPENDS: the dependences of the task that was just made.  */
struct gomp_event_depends
{
  struct gomp_observed_task *task;
  void **depend; /* the ABI's array, see gomp_depend_type */
};

/* TRAITS: what the program says of a task, for listeners only; a sum of
   GOMP_TRAIT_...  */
HIDDEN void gomp_task_spawn_observed (const struct gomp_task_request *req,
                                      unsigned traits, const void *at) COLD;
HIDDEN void gomp_task_wait_observed (const void *at) COLD;
HIDDEN void gomp_task_wait_depend_observed (void **depend, const void *at) COLD;
HIDDEN void gomp_task_yield_observed (void) COLD;
HIDDEN void gomp_taskgroup_begin_observed (const void *at) COLD;
HIDDEN void gomp_taskgroup_end_observed (const void *at) COLD;
HIDDEN bool gomp_task_fulfill_observed (void *handle) COLD;

/* For taskloop.c: spawn one task of a loop.  Its argument begins with the SIZE
   bytes at BOUNDS.  */
HIDDEN void gomp_task_spawn_chunk (struct gomp_thread *self,
                                   const struct gomp_taskloop_request *req,
                                   const void *bounds, size_t size,
                                   const void *at) COLD;
/* The beginning and the end of a taskloop construct with COUNT iterations.  */
HIDDEN bool
gomp_taskloop_begin_observed (struct gomp_thread *self,
                              const struct gomp_taskloop_request *req,
                              uint64_t count, const void *at) COLD;
HIDDEN void gomp_taskloop_end_observed (struct gomp_thread *self,
                                        const struct gomp_taskloop_request *req,
                                        uint64_t count, const void *at) COLD;

#endif
