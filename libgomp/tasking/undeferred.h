/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks that run at once, in the encountering thread.

   They do so if the specification requires it (if and final clauses), outside
   any region; and if deferring gains nothing: in a team of one thread, if many
   tasks already wait, or if the task is very small (grain.h).  The second sort
   has a limit: a task that runs at once is on the stack on top of its parent,
   and tasks that each spawn one may go deeper than a stack does.

   Such a task needs a data environment, and may have children, but no thread
   looks for it or waits for it.  Its descriptor is a frame: a block of the
   thread's heap that keeps, from one task to the next, all values that most
   tasks do not change.  A task that leaves the frame unchanged returns it to
   the thread's list.  A task that does not (it has incomplete children,
   dependences among them, or its own ICVs) ends like any other task, and so
   does its block.  */

#ifndef GOMP_TASKING_UNDEFERRED_H
#define GOMP_TASKING_UNDEFERRED_H

#include "arch/arch.h"
#include "tasking/group.h"
#include "tasking/task.h"

/* How deep tasks that could also be deferred may nest.  */
#define GOMP_FRAME_DEPTH 64

/* The deque was full just now, and its owner has neither pushed nor popped
   since: checking what the thieves did is not worth the cost.  */
static inline bool
gomp_task_still_full (struct gomp_task_member *member)
{
  if (likely (member->full_at != gomp_deque_bottom (&member->deque))
      || member->full_for == 0
      || (int64_t)(arch_ticks () - member->full_until) > 0)
    return false;
  member->full_for--;
  return true;
}

/* So many tasks wait that a new one of MEMBER's thread, of this PRIORITY,
   should not be deferred.  */
HIDDEN bool gomp_task_look_full (struct gomp_task_member *member,
                                 int priority) HOT;

static inline bool
gomp_task_full (struct gomp_task_member *member, int priority)
{
  return gomp_task_still_full (member)
         || gomp_task_look_full (member, priority);
}

/* Whatever PARENT spawns must run at once.  */
static inline bool
gomp_task_must_not_defer (struct gomp_task *parent)
{
  return parent->env.in_final || gomp_task_serial (parent->member);
}

/* PARENT may run, on top of it on the stack, a child that could also be
   deferred.  */
static inline bool
gomp_task_may_nest (struct gomp_task *parent)
{
  return parent->depth < GOMP_FRAME_DEPTH;
}

/* Only the thread that runs PARENT could run its children, and none of them has
   a priority.  */
static inline bool
gomp_task_solitary (struct gomp_task *parent)
{
  return gomp_task_alone (parent->member)
         && gomp_icv_global.max_task_priority == 0;
}

/* Tasks of FN that PARENT spawns are too small to be deferred.  A task with a
   priority ends before it could be queued.  */
static inline bool
gomp_task_small (struct gomp_thread *self, struct gomp_task *parent,
                 void (*fn) (void *))
{
  struct gomp_grains *grains = &self->tasking->grains;
  if (gomp_grain_quick (grains, fn)
      || gomp_grain_consider (grains, fn,
                              gomp_task_alone (parent->member)
                                  ? GOMP_GRAIN_ALONE_BATCH
                                  : GOMP_GRAIN_BATCH))
    return true;
  if (!parent->env.implicit)
    gomp_grain_exclude (grains, parent->fn);
  return false;
}

/* A task of FN without dependences or event, which may be deferred, should run
   at once on top of PARENT.  */
static inline bool
gomp_task_undeferred (struct gomp_thread *self, struct gomp_task *parent,
                      void (*fn) (void *), int priority)
{
  return gomp_task_may_nest (parent)
         && (gomp_task_solitary (parent) || gomp_task_small (self, parent, fn)
             || gomp_task_full (parent->member, priority));
}

static inline struct gomp_task *
gomp_task_take_frame (struct gomp_thread *self)
{
  struct gomp_task_thread *thread = self->tasking;
  struct gomp_task *frame = thread->frames;
  if (unlikely (frame == NULL))
    return gomp_task_frame (self);
  thread->frames = frame->next;
  return frame;
}

static inline bool
gomp_task_frame_clean (struct gomp_task *frame)
{
  /* Acquire: pairs with other threads' completion of children.  */
  int64_t refs = atomic_load_explicit (&frame->refs, memory_order_acquire);
  uint64_t changed = (uint64_t)frame->local | (uint64_t)(refs ^ GOMP_TASK_SELF)
                     | (uintptr_t)frame->depend_table
                     | (uintptr_t)frame->inherited | frame->env.icv_owned;
  return likely (changed == 0);
}

/* SELF begins a child of its current task PARENT, of FN; returns it.  */
static inline struct gomp_task *
gomp_task_enter_frame (struct gomp_thread *self, struct gomp_task *parent,
                       void (*fn) (void *), bool final)
{
  if (unlikely (parent->env.icv_owned))
    gomp_task_share_icvs (parent);
  struct gomp_task *frame = gomp_task_take_frame (self);
  frame->env.icv = parent->env.icv;
  frame->env.in_final = parent->env.in_final | final;
  frame->env.parent = &parent->env;
  frame->env.target_data = parent->env.target_data;
  frame->member = parent->member;
  frame->fn = fn;
  /* Relaxed: see descends in schedule.c.  */
  atomic_store_explicit (gomp_task_lineage (frame),
                         (uintptr_t)parent | parent->env.implicit,
                         memory_order_relaxed);
  frame->group = parent->group;
  frame->floor = gomp_deque_bottom (&parent->member->deque);
  frame->depth = parent->depth + 1;
  self->task = &frame->env;
  return frame;
}

/* The child FRAME, which is SELF's current task, ends.  */
static inline void
gomp_task_leave_frame (struct gomp_thread *self, struct gomp_task *parent,
                       struct gomp_task *frame)
{
  self->task = &parent->env;
  if (unlikely (!gomp_task_frame_clean (frame)))
    {
      gomp_task_retire (self, frame);
      return;
    }
  frame->next = self->tasking->frames;
  self->tasking->frames = frame;
}

/* Run FN (DATA) as a child of SELF's current task PARENT.  */
static inline void
gomp_task_run_at_once (struct gomp_thread *self, struct gomp_task *parent,
                       void (*fn) (void *), void *data, bool final)
{
  struct gomp_task *frame = gomp_task_enter_frame (self, parent, fn, final);
  fn (data);
  gomp_task_leave_frame (self, parent, frame);
}

/* The same, and measure it if it is on trial.  */
static inline void
gomp_task_run_small (struct gomp_thread *self, struct gomp_task *parent,
                     void (*fn) (void *), void *data, bool final)
{
  if (likely (self->tasking->grains.timed == NULL))
    gomp_task_run_at_once (self, parent, fn, data, final);
  else
    gomp_task_run_timed (self, parent, fn, data, final);
}

/* The quick case of gomp_task_try_at_once, without a decision, a trial or a new
   frame: no call but that of FN, and few branches.  If false, use that
   function.  A function in a batch runs at once regardless of other
   reasons.  */
static inline bool
gomp_task_try_quickly (struct gomp_thread *self, void (*fn) (void *),
                       void *data, bool may_defer, bool final)
{
  struct gomp_task *parent = gomp_task_current (self);
  if (unlikely (gomp_icv_global.cancellation)
      || unlikely (parent->env.icv_owned)
      || unlikely (!gomp_task_may_nest (parent))
      || unlikely (self->tasking->frames == NULL))
    return false;
  if (!parent->member->at_once
      && !gomp_grain_quick_first (&self->tasking->grains, fn) && may_defer
      && !parent->env.in_final)
    return false;
  gomp_task_run_at_once (self, parent, fn, data, final);
  return true;
}

/* Run FN (DATA), a task with neither copy constructor nor dependences nor
   event, if it must or should run at once; false: defer it.  It is inline, so
   that it costs the caller the least.  */
static inline bool
gomp_task_try_at_once (struct gomp_thread *self, void (*fn) (void *),
                       void *data, bool may_defer, bool final, int priority)
{
  struct gomp_task *parent = gomp_task_current (self);
  if (unlikely (gomp_task_spawn_cancelled (parent)))
    return true;
  if (may_defer && !gomp_task_must_not_defer (parent)
      && !gomp_task_undeferred (self, parent, fn, priority))
    return false;
  gomp_task_run_small (self, parent, fn, data, final);
  return true;
}

#endif
