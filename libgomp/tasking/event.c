/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Detached tasks: omp_fulfill_event (OpenMP 5.1 section 3.5.1).

   The handle of an event is its task.  Body and event end in either order, on
   any two threads.  The compare-and-swaps on the task's event word decide which
   thread is second, and that thread completes the task.  A dropped task is
   complete, but the program may not know that: its block stays until the event
   comes.  */

#include "base/tsan.h"
#include "tasking/task.h"

bool
gomp_task_fulfill (struct gomp_thread *self, void *handle)
{
  struct gomp_task *task = handle;
  unsigned seen = GOMP_EVENT_PENDING;
  gomp_tsan_release (task);
  /* Acquire and release: pair with body_done in schedule.c.  */
  if (atomic_compare_exchange_strong_explicit (
          &task->event, &seen, GOMP_EVENT_COME, memory_order_acq_rel,
          memory_order_acquire))
    return true;
  if (unlikely (seen == GOMP_EVENT_DROPPED))
    {
      atomic_store_explicit (&task->event, GOMP_EVENT_NONE,
                             memory_order_relaxed);
      gomp_heap_free (self->tasking->heap, task);
      return true;
    }
  if (seen != GOMP_EVENT_BODY)
    return false;
  struct gomp_task_team *tasks = task->member->tasks;
  bool deferred = task->deferred;
  gomp_task_visit (tasks);
  bool mine = atomic_compare_exchange_strong_explicit (
      &task->event, &seen, GOMP_EVENT_NONE, memory_order_acq_rel,
      memory_order_acquire);
  /* The waiter for an undeferred task may have freed it by now.  */
  if (mine && deferred)
    gomp_task_complete (self, gomp_task_current (self)->member, task);
  else if (mine)
    gomp_task_notify_waiters (tasks);
  gomp_task_depart (tasks);
  return mine;
}
