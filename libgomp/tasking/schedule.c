/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which ready task runs where (OpenMP 5.1 section 2.12.6, task scheduling).

   A ready task goes to the bottom of the deque of the thread that made it
   ready, which takes it from there last in, first out (depth first, with the
   data still in its cache); idle threads steal the oldest, which is likely to
   have most work below it.  Tasks with a priority, and those made ready by a
   thread outside the team, go to the team's shared queue, which is looked at
   first.

   The task scheduling constraint: while a tied task is suspended in a wait, its
   thread may only start descendants of it (all tasks are treated as tied).  In
   the own deque those are just the tasks at or above the index that was next
   when the task began (its floor): everything pushed since then was spawned by
   the task or a descendant, or is a sibling of a descendant that depended on
   one.  For a stolen or queued task its ancestors are checked.  Progress does
   not depend on thieves: the tasks that a task waits for are running, or lie in
   a deque above the floor of that deque's thread, or of a frame that this
   thread returns to.  */

#include "base/invariant.h"
#include "base/mem.h"
#include "tasking/group.h"
#include "tasking/observe.h"
#include "tasking/task.h"
#include "tasking/tsan.h"
#include "tasking/untied.h"

/* How many generations to follow before a thief gives up.  */
#define MAX_GENERATIONS 64
/* How many tasks a thread that retires gives to the others: those of a few
   chains (rows work-chains-*).  With more it is not one too many.  */
#define MOST_HANDED 4

/* True if ANCESTOR is found among the last GENERATIONS before TASK.  */
static inline bool
descends (struct gomp_task *task, const struct gomp_task *ancestor,
          unsigned generations)
{
  for (unsigned i = 0; i < generations; i++)
    {
      uintptr_t lineage = atomic_load_explicit (gomp_task_lineage (task),
                                                memory_order_relaxed);
      struct gomp_task *parent = (struct gomp_task *)(lineage & ~(uintptr_t)1);
      if (parent == ancestor)
        return true;
      if (parent == NULL || (lineage & 1) != 0)
        return false;
      task = parent;
    }
  return false;
}

/* May a thread that waits in the task ARG steal the task ITEM?  ITEM may have
   been completed and its block reused, even for something else.  The head of
   the block then records some ancestors of former tasks, an implicit parent is
   never read, and the answer does not count.  So the loads are relaxed.  */
static bool
may_steal (void *item, void *arg)
{
  return descends (item, arg, MAX_GENERATIONS);
}

/* May it take ITEM from the shared queue?  Possibly no other thread ever will,
   so the search has no limit.  A task in the queue is not complete, so all its
   ancestors exist.  */
static bool
may_take (void *item, void *arg)
{
  return descends (item, arg, UINT_MAX);
}

bool
gomp_task_descends (struct gomp_task *task, const struct gomp_task *ancestor)
{
  return descends (task, ancestor, UINT_MAX);
}

static struct gomp_task *
steal_from (struct gomp_task_member *member, unsigned victim,
            struct gomp_task *waiting, bool *lost)
{
  struct gomp_deque *deque = &member->tasks->members[victim].deque;
  struct gomp_task *task = gomp_deque_steal (
      deque, waiting == NULL ? NULL : may_steal, waiting, lost);
  if (task != NULL)
    {
      member->victim = victim;
      /* The next idle thread: each thief wakes another while there is more.  */
      if (gomp_deque_size (deque) > 0 && gomp_task_wanted (member->tasks))
        gomp_task_wake (member->tasks);
    }
  return task;
}

/* The victim of the last theft first, then around the team.  */
static struct gomp_task *
steal (struct gomp_task_member *member, struct gomp_task *waiting)
{
  unsigned n = gomp_task_nthreads (member->tasks);
  bool lost;
  do
    {
      lost = false;
      unsigned victim = member->victim < n ? member->victim : 0;
      for (unsigned i = 0; i < n; i++)
        {
          if (victim != member->number)
            {
              struct gomp_task *task
                  = steal_from (member, victim, waiting, &lost);
              if (task != NULL)
                return task;
            }
          victim = victim + 1 == n ? 0 : victim + 1;
        }
    }
  while (lost);
  return NULL;
}

struct gomp_task *
gomp_task_find (struct gomp_task_member *member, struct gomp_task *waiting)
{
  struct gomp_task_team *tasks = member->tasks;
  struct gomp_task *task;
  if (unlikely (!gomp_queue_empty (&tasks->queue)))
    {
      task = gomp_queue_take (&tasks->queue, waiting == NULL ? NULL : may_take,
                              waiting);
      if (task != NULL)
        {
          if (!gomp_queue_empty (&tasks->queue) && tasks->team != NULL
              && gomp_task_wanted (tasks))
            gomp_task_wake (tasks);
          return task;
        }
    }
  bool alone = gomp_task_alone (member);
  task = gomp_deque_pop (&member->deque, waiting == NULL ? 0 : waiting->floor,
                         !alone);
  if (task == NULL && waiting != NULL && gomp_task_is_in_parts (waiting))
    task = gomp_untied_find (member, waiting);
  if (task == NULL && !alone)
    task = steal (member, waiting);
  return task;
}

void
gomp_task_ready (struct gomp_task_member *member, struct gomp_task *task)
{
  struct gomp_task_team *tasks = task->member->tasks;
  if (likely (task->priority == 0 && member->tasks == tasks
              && gomp_deque_push (&member->deque, task)))
    {
      if (gomp_task_nthreads (tasks) > 1)
        gomp_task_notify_pushed (tasks, &member->deque);
      return;
    }
  gomp_queue_push (&tasks->queue, task, task->priority);
  if (member->tasks == tasks && tasks->team != NULL)
    gomp_task_notify_queued (tasks);
  else
    gomp_task_notify_all (tasks);
}

static bool
is_dropped (struct gomp_task *task, struct gomp_task_team *tasks)
{
  if (likely (!gomp_icv_global.cancellation) || task->copied)
    return false;
  /* A target task that was launched has to be finished.  */
  unsigned event = atomic_load_explicit (&task->event, memory_order_relaxed);
  if (task->target != NULL
      && (event == GOMP_EVENT_COME
          || (event == GOMP_EVENT_PENDING && !gomp_task_is_in_parts (task))))
    return false;
  return atomic_load_explicit (&tasks->cancelled, memory_order_relaxed)
         || gomp_taskgroup_dropped (task->group);
}

/* True: the task is complete; false: its event is still missing.  */
static inline bool
body_done (struct gomp_task *task)
{
  if (likely (atomic_load_explicit (&task->event, memory_order_relaxed)
              == GOMP_EVENT_NONE))
    return true;
  gomp_tsan_release (task);
  unsigned expected = GOMP_EVENT_PENDING;
  /* Release: the thread that fulfils the event completes the task.  Acquire:
     the event has already been fulfilled.  */
  if (atomic_compare_exchange_strong_explicit (
          &task->event, &expected, GOMP_EVENT_BODY, memory_order_acq_rel,
          memory_order_acquire))
    return false;
  atomic_store_explicit (&task->event, GOMP_EVENT_NONE, memory_order_relaxed);
  return true;
}

void
gomp_task_run (struct gomp_thread *self, struct gomp_task_member *member,
               struct gomp_task *task)
{
  struct gomp_task_env *suspended = self->task;
  /* Pairs with gomp_task_member_seen.  */
  __atomic_store_n (&task->member, member, __ATOMIC_RELAXED);
  int64_t floor = gomp_deque_bottom (&member->deque);
  task->floor = floor;
  self->task = &task->env;
  if (gomp_tsan_active ())
    gomp_task_tsan_start (task);
  bool complete;
  if (unlikely (is_dropped (task, member->tasks)))
    {
      if (task->target != NULL)
        gomp_task_drop_target (task);
      else if (self->observed != NULL)
        gomp_task_drop_observed (task);
      complete = true;
    }
  else if (likely (task->target == NULL))
    {
      task->fn (task->data);
      complete = body_done (task);
    }
  else if (gomp_task_is_in_parts (task))
    {
      floor = gomp_untied_lowest (gomp_task_of (suspended));
      complete = gomp_untied_run (member, task, floor);
    }
  else
    complete = gomp_task_run_target (task);
  /* Another thread may have the task by now, if it is not complete.  */
  gomp_invariant (gomp_deque_bottom (&member->deque) >= floor,
                  "a task took tasks from below it: %ld of %ld",
                  (long)gomp_deque_bottom (&member->deque), (long)floor);
  gomp_invariant (self->task == &task->env,
                  "a task ends while another one is current");
  self->task = suspended;
  if (complete && task->deferred)
    gomp_task_complete (self, member, task);
}

struct gomp_task *
gomp_tasking_find (struct gomp_thread *self)
{
  struct gomp_task_team *tasks = gomp_team_tasking (self->team);
  /* Relaxed: a later task comes with a wake, or the thread that made it finds
     it.  */
  if (!atomic_load_explicit (&tasks->used, memory_order_relaxed))
    return NULL;
  return gomp_task_find (&tasks->members[self->thread_num], NULL);
}

void
gomp_tasking_run (struct gomp_thread *self, struct gomp_task *task)
{
  struct gomp_task_team *tasks = gomp_team_tasking (self->team);
  gomp_task_run (self, &tasks->members[self->thread_num], task);
}

/* Of chains of tasks, a thread would run one to its end before the next, and
   threads that have a chain less would have nothing to do in the end.  */
void
gomp_tasking_turn (struct gomp_thread *self)
{
  struct gomp_task_team *tasks = gomp_team_tasking (self->team);
  struct gomp_deque *deque = &tasks->members[self->thread_num].deque;
  bool lost;
  if (gomp_deque_size (deque) < 2)
    return;
  struct gomp_task *task = gomp_deque_steal (deque, NULL, NULL, &lost);
  if (task != NULL)
    gomp_deque_push (deque, task);
}

static unsigned
asleep (struct gomp_team *team, struct gomp_task_team *tasks)
{
  return atomic_load (&tasks->idle) + atomic_load (&team->idle);
}

bool
gomp_tasking_can_spare (struct gomp_team *team)
{
  return asleep (team, gomp_team_tasking (team))
         <= atomic_load_explicit (&team->surplus, memory_order_relaxed);
}

/* The oldest first.  No thread is woken for them: if too few are awake by then,
   the caller sees that when it is about to sleep.  */
bool
gomp_tasking_hand_over (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  struct gomp_deque *deque = &tasks->members[self->thread_num].deque;
  /* Relaxed: a hint.  */
  if (gomp_deque_size (deque) > MOST_HANDED
      || asleep (team, tasks)
             >= atomic_load_explicit (&team->surplus, memory_order_relaxed))
    return false;
  while (gomp_deque_size (deque) > 0)
    {
      bool lost;
      struct gomp_task *task = gomp_deque_steal (deque, NULL, NULL, &lost);
      if (task != NULL && !gomp_queue_offer (&tasks->queue, task, 0))
        {
          gomp_deque_push (deque, task);
          return false;
        }
    }
  return true;
}

/* The first task of member I, or -1.  */
static int64_t
first_of (struct gomp_task_team *tasks, unsigned i)
{
  struct gomp_deque *deque = &tasks->members[i].deque;
  int64_t top = atomic_load_explicit (&deque->top, memory_order_relaxed);
  return gomp_deque_size (deque) > 0 ? top : -1;
}

/* Take another deque each time the last one has changed, so that none is left
   out.  */
bool
gomp_tasking_overdue (struct gomp_team *team, struct gomp_tasking_watch *watch)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  unsigned n = gomp_task_nthreads (tasks);
  struct gomp_tasking_watch before = *watch;
  if (before.ready && before.member < n && before.top >= 0
      && first_of (tasks, before.member) == before.top)
    return true;
  watch->queued
      = atomic_load_explicit (&tasks->queue.count, memory_order_relaxed);
  watch->top = -1;
  for (unsigned i = 1; i <= n && watch->top < 0; i++)
    {
      watch->member = (before.member + i) % n;
      watch->top = first_of (tasks, watch->member);
    }
  watch->ready = watch->queued != 0 || watch->top >= 0;
  return before.queued != 0 && watch->queued == before.queued;
}

unsigned
gomp_tasking_count_busy (struct gomp_team *team)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  unsigned busy = 0;
  /* Relaxed: a hint.  */
  for (unsigned i = 0; i < gomp_task_nthreads (tasks); i++)
    {
      struct gomp_task_member *m = &tasks->members[i];
      uint64_t sum
          = atomic_load_explicit (&m->created, memory_order_relaxed)
            + atomic_load_explicit (&m->completed, memory_order_relaxed);
      busy += sum != atomic_load_explicit (&m->seen_busy, memory_order_relaxed);
      atomic_store_explicit (&m->seen_busy, sum, memory_order_relaxed);
    }
  return busy;
}
