/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks that a tool observes: the observed instances of tasking's constructs,
   as in team/observe.h.

   The body of an observed task is wrapped.  The task's record lies in front of
   its argument, in the same block; if the task runs at once, it lies on the
   thread's stack.  Observed tasks are not measured: they run at once only if
   they must, or if no other thread could run them.  */

#ifndef GOMP_TASKING_OBSERVE_H
#define GOMP_TASKING_OBSERVE_H

#include "tasking/task.h"
#include "tasking/taskloop.h"
#include "team/observe.h"

/* FLAGS: clauses that only tools need: untied, mergeable.  */
HIDDEN void gomp_task_spawn_observed (const struct gomp_task_request *req,
                                      int flags, struct gomp_call call);

/* For libomp.so.5, whose tasks run by a function of the library.  */
struct gomp_task_traits
{
  int flags;                 /* as above */
  bool in_parts;             /* untied, see untied.h */
  void (*code) (void *);     /* the program's function */
  void (*drop) (void *data); /* called instead of the body, with its argument,
                                if the task is cancelled and has no event */
};
/* The task of REQ, which has no copy constructor, with TRAITS.  Its parent is
   not cancelled.  */
HIDDEN void gomp_task_spawn_observed_as (const struct gomp_task_request *req,
                                         const struct gomp_task_traits *traits,
                                         struct gomp_call call) COLD;
/* The same in two steps.  gomp_task_launch_made: TASK has run if it was not to
   be deferred.  False: TASK was made while threads were not observed.  */
HIDDEN struct gomp_task *
gomp_task_make_observed_as (const struct gomp_task_request *req,
                            const struct gomp_task_traits *traits) COLD;
HIDDEN bool gomp_task_launch_made_observed (struct gomp_task *task,
                                            void **depend, bool may_defer,
                                            struct gomp_call call) COLD;
/* The calling thread's current task has just begun to run as the one of TRAITS,
   within the program; and is about to end.  MADE: the same task, with its
   event, or NULL.  */
HIDDEN void
gomp_task_begin_inline_observed (const struct gomp_task_traits *traits,
                                 struct gomp_task *made,
                                 struct gomp_call call) COLD;
HIDDEN void gomp_task_end_inline_observed (void) COLD;
/* Has TASK been made by one of these functions?  */
HIDDEN bool gomp_task_is_wrapped (const struct gomp_task *task);
HIDDEN void gomp_task_wait_observed (struct gomp_call call);
HIDDEN void gomp_task_wait_depend_observed (void **depend,
                                            struct gomp_call call) COLD;
HIDDEN void gomp_task_yield_observed (struct gomp_call call) COLD;
HIDDEN void gomp_taskgroup_begin_observed (struct gomp_call call);
HIDDEN void gomp_taskgroup_end_observed (struct gomp_call call);
HIDDEN bool gomp_task_fulfill_observed (void *handle) COLD;
/* TASK, which has an event, is cancelled and does not run.  */
HIDDEN void gomp_task_drop_observed (struct gomp_task *task) COLD;

/* For ompt/, which has the records of target tasks: THREAD's current task has
   made TASK, with the ABI's array DEPEND; THREAD turns to TASK, or to TASK's
   next part; it turns away from TASK; TASK is cancelled.  */
HIDDEN void gomp_observe_target_task (struct gomp_observed_thread *thread,
                                      struct gomp_observed_task *task,
                                      void **depend, const void *at) COLD;
HIDDEN void gomp_observe_task_begin (struct gomp_observed_thread *thread,
                                     struct gomp_observed_task *task) COLD;
HIDDEN void gomp_observe_task_end (struct gomp_observed_thread *thread,
                                   struct gomp_observed_task *task,
                                   ompt_task_status_t status) COLD;
HIDDEN void gomp_observe_task_drop (struct gomp_observed_task *task) COLD;

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
                                        uint64_t count,
                                        struct gomp_call call) COLD;

#endif
