/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting for tasks at other points than barriers (OpenMP 5.1 section 2.19.5,
   taskwait).

   A waiting thread runs tasks as far as the task scheduling constraint lets it,
   looks for more for a while and then sleeps on the team's word `news'.  A
   thread with news makes it visible, then reads `idle' after a light fence.
   The sleeper raises `idle', executes a heavy fence and looks a last time.  So
   either the sleeper sees the news, or the other thread sees the sleeper.  */

#include "base/tsan.h"
#include "tasking/task.h"
#include "team/idle.h"
#include "team/surplus.h"

struct look
{
  const struct gomp_task_condition *condition;
  struct gomp_task_member *member; /* the waiting thread's */
  struct gomp_task *task;          /* the waiting task */
  struct gomp_task *found;         /* what it may run meanwhile, or NULL */
  bool raised;                     /* it is, as idle */
};

static bool
look (void *arg)
{
  struct look *l = arg;
  l->found = gomp_task_find (l->member, l->task);
  if (l->found != NULL)
    return true;
  if (l->condition->settle != NULL)
    l->condition->settle (l->condition->arg);
  return l->condition->done (l->condition->arg);
}

static bool
asleep (void *arg, bool entering)
{
  struct look *l = arg;
  struct gomp_task_team *tasks = l->member->tasks;
  atomic_fetch_add (&tasks->idle, entering ? 1u : -1u);
  if (!entering && tasks->team != NULL)
    gomp_surplus_woken (tasks->team);
  return entering;
}

static struct gomp_task *
wait_for_task (struct look *l)
{
  struct gomp_task_team *tasks = l->member->tasks;
  const struct gomp_wait_poll poll
      = { .look = look, .asleep = asleep, .arg = l };
  unsigned seen = gomp_wait_value (&tasks->news);
  if (!look (l))
    {
      gomp_idle_begin (&l->raised);
      gomp_wait_while_polling (&tasks->news, seen, &poll);
    }
  return l->found;
}

void
gomp_task_wait_until (struct gomp_thread *self,
                      const struct gomp_task_condition *condition)
{
  struct gomp_task *task = gomp_task_current (self);
  struct look l
      = { .condition = condition, .member = task->member, .task = task };
  while (!condition->done (condition->arg))
    {
      struct gomp_task *found = gomp_task_find (l.member, task);
      if (found == NULL && unlikely (l.member->tasks->forked))
        break;
      if (found == NULL)
        found = wait_for_task (&l);
      if (found == NULL)
        continue;
      gomp_idle_end (&l.raised);
      gomp_task_run (self, l.member, found);
    }
  gomp_idle_end (&l.raised);
}

static bool
no_children (void *arg)
{
  return gomp_task_children (arg) == 0;
}

/* From now on the last child's completion finds 0 in `refs' if another thread
   completes it.  */
static void
fold_children (void *arg)
{
  struct gomp_task *task = arg;
  if (task->local != 0)
    atomic_fetch_add_explicit (&task->refs, task->local, memory_order_relaxed);
  task->local = 0;
}

void
gomp_task_wait_children (struct gomp_thread *self)
{
  struct gomp_task *task = gomp_task_current (self);
  struct gomp_task_condition condition
      = { .done = no_children, .settle = fold_children, .arg = task };
  if (gomp_task_children (task) != 0)
    gomp_task_wait_until (self, &condition);
  gomp_tsan_acquire (&task->refs);
}

bool
gomp_task_yield (struct gomp_thread *self)
{
  struct gomp_task *task = gomp_task_current (self);
  struct gomp_task *found = gomp_task_find (task->member, task);
  if (found != NULL)
    gomp_task_run (self, task->member, found);
  return found != NULL;
}

/* A thread that waits in a barrier or its dock may run any task; a thread that
   waits in a task may not.  If only such threads are woken, each has to
   look.  */
void
gomp_task_wake (struct gomp_task_team *tasks)
{
  struct gomp_team *team = tasks->team;
  bool in_turn
      = atomic_load_explicit (&team->surplus, memory_order_relaxed) != 0;
  /* Relaxed: the nudge comes after.  */
  if (in_turn && atomic_exchange (&team->called, true))
    return;
  bool woken = gomp_team_notify_work (team);
  if (!woken && in_turn)
    atomic_store (&team->called, false);
  if (atomic_load_explicit (&tasks->idle, memory_order_relaxed) != 0)
    gomp_wait_nudge (&tasks->news, woken ? 1 : INT_MAX);
}

void
gomp_task_wake_waiters (struct gomp_task_team *tasks)
{
  gomp_wait_nudge (&tasks->news, INT_MAX);
}
