/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Taskgroups (OpenMP 5.1 section 2.19.6) and the task reductions that hang on
   them.

   Members are counted like children: `local' by the thread of the task that
   opened the group, `remote' by all others; the sum is the number of incomplete
   tasks.  The sum is never too small: a task is counted, in one of the two,
   before it can complete, and a thread that sees its completion has also seen
   that count.  */

#ifndef GOMP_TASKING_GROUP_H
#define GOMP_TASKING_GROUP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/invariant.h"
#include "tasking/task.h"

struct gomp_taskgroup
{
  struct gomp_taskgroup *outer;    /* enclosing taskgroup, or NULL */
  struct gomp_task_member *member; /* of the task that opened it; of one in
                                      parts, GOMP_TASK_NO_MEMBER */
  uintptr_t *reductions;           /* reduction arrays of the group, or NULL */
  bool workshare;                  /* made by a construct, not by taskgroup:
                                      cannot be cancelled */
  atomic_bool cancelled;           /* drop tasks that have not started */
  int64_t local;                   /* see above; the opener's thread */
  _Atomic (int64_t) remote;        /* see above; all other threads */
};

HIDDEN void gomp_taskgroup_begin (struct gomp_thread *self, bool workshare);
/* The same for a taskgroup that ends in the part of the task in which it
   begins, as each one in code of GCC does: see untied.h.  */
HIDDEN void gomp_taskgroup_begin_in_part (struct gomp_thread *self);
/* Wait for the tasks of the current task's innermost group and close it.  */
HIDDEN void gomp_taskgroup_end (struct gomp_thread *self);

/* MEMBER has spawned, or completed, a task of GROUP (NULL: a thread outside the
   team).  */
static inline void
gomp_taskgroup_enter (struct gomp_taskgroup *group,
                      struct gomp_task_member *member)
{
  if (likely (member == group->member))
    group->local++;
  else
    /* Relaxed: the spawned task is handed on with release.  */
    atomic_fetch_add_explicit (&group->remote, 1, memory_order_relaxed);
}

static inline void
gomp_taskgroup_leave (struct gomp_taskgroup *group,
                      struct gomp_task_member *member,
                      struct gomp_task_team *tasks)
{
  gomp_invariant (group->member != member
                      || group->local + atomic_load (&group->remote) > 0,
                  "a task leaves a taskgroup of %ld",
                  (long)(group->local + atomic_load (&group->remote)));
  if (likely (member == group->member))
    group->local--;
  /* Pairs with the load in group.c; 0 only after the waiter folded.  */
  else if (atomic_fetch_sub (&group->remote, 1) == 1)
    gomp_task_notify_waiters (tasks);
}

/* Must tasks of GROUP that have not started be dropped?  */
HIDDEN bool gomp_taskgroup_dropped (struct gomp_taskgroup *group) COLD;
/* Are the tasks that PARENT spawns dropped, since the region or a taskgroup
   was cancelled?  */
static inline bool
gomp_task_spawn_cancelled (struct gomp_task *parent)
{
  if (likely (!gomp_icv_global.cancellation))
    return false;
  struct gomp_task_team *tasks = parent->member->tasks;
  return atomic_load_explicit (&tasks->cancelled, memory_order_relaxed)
         || gomp_taskgroup_dropped (parent->group);
}

/* reduction.c: ARRAY has the ABI's layout.  */
HIDDEN void gomp_reduction_register (struct gomp_thread *self,
                                     uintptr_t *array);
HIDDEN void gomp_reduction_unregister (uintptr_t *array);
/* Let the unregistration of ARRAY, and of those chained to it, call
   gomp_reduction_merged.  */
HIDDEN void gomp_reduction_watch (uintptr_t *array) COLD;
/* observe.c: the calling thread has merged an array's copies.  */
HIDDEN void gomp_reduction_merged (void) COLD;
HIDDEN bool gomp_reduction_remap (struct gomp_thread *self, size_t count,
                                  size_t originals, void **ptrs);
HIDDEN void gomp_reduction_workshare_end (struct gomp_thread *self);

#endif
