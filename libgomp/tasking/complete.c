/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The end of a task: informing its waiters, and its memory.

   Any thread; no lock.  The order matters: first successors, group and parent,
   last the team's count, because the region may be over once that count says
   that no task is pending.  */

#include "base/invariant.h"
#include "base/mem.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/task.h"
#include "tasking/tsan.h"

static void
free_inherited (struct gomp_task *task)
{
  while (task->inherited != NULL)
    {
      struct gomp_icv_link *link = task->inherited;
      task->inherited = link->next;
      /* As in gomp_icv_reset.  */
      gomp_tsan_forget ((uintptr_t)link->icv, sizeof (*link->icv) & ~(size_t)7);
      gomp_tsan_forget ((uintptr_t)link, sizeof (*link));
      gomp_free (link->icv);
      gomp_free (link);
    }
}

void
gomp_task_share_icvs (struct gomp_task *task)
{
  /* No child, complete or not, can still use the earlier blocks.  Acquire:
     pairs with other threads' completion of children.  */
  if (task->local + atomic_load_explicit (&task->refs, memory_order_acquire)
      == GOMP_TASK_SELF)
    free_inherited (task);
  struct gomp_icv_link *link = gomp_xalloc (sizeof (*link));
  link->next = task->inherited;
  link->icv = task->env.icv;
  task->inherited = link;
  task->env.icv_owned = false;
}

void
gomp_task_free_icvs (struct gomp_task *task)
{
  if (task->env.icv_owned)
    gomp_free (task->env.icv);
  task->env.icv_owned = false;
  free_inherited (task);
}

/* TASK was dropped before its event came, which the program may still fulfil.
   If true, the thread that fulfils it frees the block.  */
static NOINLINE bool
leave_to_event (struct gomp_task *task)
{
  unsigned expected = GOMP_EVENT_PENDING;
  /* Release: pairs with gomp_task_fulfill, which then owns the block.  Acquire:
     for the case that it has already been called.  */
  return atomic_compare_exchange_strong_explicit (
      &task->event, &expected, GOMP_EVENT_DROPPED, memory_order_acq_rel,
      memory_order_acquire);
}

static inline void
free_task (struct gomp_heap *heap, struct gomp_task *task)
{
  if (unlikely (task->env.icv_owned || task->inherited != NULL))
    gomp_task_free_icvs (task);
  if (unlikely (task->data_allocated))
    gomp_free (task->data);
  gomp_tsan_release (task);
  /* Relaxed: only a dropped task's event can change any more.  */
  if (unlikely (atomic_load_explicit (&task->event, memory_order_relaxed)
                == GOMP_EVENT_PENDING)
      && leave_to_event (task))
    return;
  gomp_heap_free (heap, task);
}

/* No task refers to TASK any more, an explicit task that was kept for its
   children.  After it is gone, the same may hold for its parent.  */
static void
free_kept (struct gomp_heap *heap, struct gomp_task *task)
{
  int64_t left;
  do
    {
      struct gomp_task *parent = gomp_task_of (task->env.parent);
      gomp_tsan_acquire (task);
      free_task (heap, task);
      task = parent;
      /* Acquire and release: the last one sees what all others did to it.  */
      left = atomic_fetch_sub (&parent->refs, GOMP_TASK_ZOMBIE)
             - GOMP_TASK_ZOMBIE;
    }
  while (left == 0);
}

/* TASK has incomplete children, or completed ones whose memory must stay: the
   last of them frees it.  */
static NOINLINE void
keep (struct gomp_heap *heap, struct gomp_task *task)
{
  struct gomp_task *parent = gomp_task_of (task->env.parent);
  atomic_fetch_add_explicit (&parent->refs, GOMP_TASK_ZOMBIE,
                             memory_order_relaxed);
  int64_t fold = task->local - GOMP_TASK_SELF;
  task->local = 0;
  if (!task->remote_only)
    task->remote_only = true;
  gomp_tsan_release (task);
  if (atomic_fetch_add (&task->refs, fold) + fold == 0)
    free_kept (heap, task);
}

/* If true, nothing refers to TASK any more, and the caller must free it.  */
static inline bool
end (struct gomp_heap *heap, struct gomp_task *task)
{
  if (unlikely (task->depend_table != NULL))
    gomp_depend_table_free (heap, task);
  /* Acquire: pairs with other threads' completion of children.  */
  if (likely (task->local == 0
              && atomic_load_explicit (&task->refs, memory_order_acquire)
                     == GOMP_TASK_SELF))
    return true;
  keep (heap, task);
  return false;
}

static inline void
notify_parent (struct gomp_heap *heap, struct gomp_task_member *member,
               struct gomp_task_team *tasks, struct gomp_task *parent)
{
  if (likely (gomp_task_member_seen (parent) == member && !parent->remote_only))
    {
      gomp_invariant (gomp_task_children (parent) != 0,
                      "a child ends of a task that has none");
      parent->local--;
      return;
    }
  /* Pairs with gomp_task_children, and with keep.  */
  int64_t left = atomic_fetch_sub (&parent->refs, 1) - 1;
  if (left == 0)
    free_kept (heap, parent);
  else if ((uint32_t)left == 0)
    gomp_task_notify_waiters (tasks);
}

static inline void
notify_team (struct gomp_task_member *member, struct gomp_task_team *tasks)
{
  if (likely (member != NULL))
    {
      uint64_t n
          = atomic_load_explicit (&member->completed, memory_order_relaxed);
      gomp_invariant (tasks->nthreads > 1 || tasks->forked
                          || n + atomic_load (&tasks->completed_outside)
                                 < atomic_load (&member->created),
                      "a thread completes task %lu of %lu",
                      (unsigned long)n + 1,
                      (unsigned long)atomic_load (&member->created));
      /* Pairs with the loads in gomp_tasking_pending.  */
      atomic_store_explicit (&member->completed, n + 1, memory_order_release);
      return;
    }
  struct gomp_team *team = tasks->team;
  atomic_fetch_add (&tasks->completed_outside, 1);
  if (team != NULL)
    gomp_team_notify_work (team);
}

void
gomp_task_complete (struct gomp_thread *self, struct gomp_task_member *member,
                    struct gomp_task *task)
{
  gomp_invariant (task->deferred && !gomp_task_has_ended (task),
                  "a task ends that was not spawned, or has ended");
  struct gomp_heap *heap = self->tasking->heap;
  struct gomp_task_team *tasks = task->member->tasks;
  struct gomp_task *parent = gomp_task_of (task->env.parent);
  if (gomp_tsan_active ())
    gomp_task_tsan_end (task);
  if (unlikely (task->depend != NULL))
    gomp_depend_release (heap, member, task->depend);
  if (unlikely (member->tasks != tasks))
    member = NULL;
  if (task->group != NULL)
    gomp_taskgroup_leave (task->group, member, tasks);
  bool last = end (heap, task);
  notify_parent (heap, member, tasks, parent);
  if (likely (last))
    free_task (heap, task);
  notify_team (member, tasks);
}

void
gomp_task_retire (struct gomp_thread *self, struct gomp_task *task)
{
  struct gomp_heap *heap = self->tasking->heap;
  if (end (heap, task))
    free_task (heap, task);
}
