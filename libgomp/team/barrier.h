/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How threads of a team wait for each other, and run its tasks meanwhile.  For
   team/ itself; team.h has the functions for others.  */

#ifndef GOMP_TEAM_BARRIER_H
#define GOMP_TEAM_BARRIER_H

#include "team/hooks.h"
#include "team/surplus.h"
#include "team/team.h"

/* A thread at a barrier or, the primary, at the end of the region.  */
struct gomp_team_rest
{
  struct gomp_thread *self;
  bool idle;   /* counted in team->idle */
  bool raised; /* gomp_idle_begin was called, for a wait for tasks only */
  struct gomp_surplus surplus;
};

/* Wait until WORD differs from SEEN, and return its value.  The value may
   still equal SEEN.  */
HIDDEN unsigned gomp_team_rest (struct gomp_team_rest *r,
                                struct gomp_wait_word *word, unsigned seen) HOT;
/* Run TASK, unless it is NULL, and other tasks as long as there are any, or
   until SELF is to retire according to S.  Returns true if a task ran.  */
HIDDEN bool gomp_team_run_tasks (struct gomp_thread *self,
                                 struct gomp_task *task,
                                 struct gomp_surplus *s) HOT;
/* Wait until no task of SELF's team is pending and its barrier has opened more
   than EPOCH times, when no other thread can make any.  */
HIDDEN void gomp_team_wait_tasks (struct gomp_thread *self,
                                  struct gomp_team *team, unsigned epoch);

/* Complete the tasks of SELF's team, some of which may wait for an event from
   outside, when no other thread can make any.  */
static inline void
gomp_team_finish_tasks (struct gomp_thread *self, struct gomp_team *team)
{
  unsigned epoch = gomp_barrier_epoch (&team->barrier);
  if (gomp_tasking_pending (team) != 0)
    gomp_team_wait_tasks (self, team, epoch);
  /* Acquire what the tasks that ended before the barrier opened have
     released.  */
  gomp_tsan_acquire (gomp_team_barrier_object (team, epoch));
}

/* Has TEAM, a team of one, nothing to do at a barrier?  */
static inline bool
gomp_team_is_idle_alone (struct gomp_team *team)
{
  return !atomic_load_explicit (&team->had_tasks, memory_order_relaxed)
         && !gomp_team_share_cancelled (team) && !gomp_tsan_active ();
}

/* The barrier of a team of one.  */
static inline void
gomp_team_finish_alone (struct gomp_thread *self, struct gomp_team *team)
{
  if (unlikely (gomp_team_share_cancelled (team)))
    atomic_store_explicit (&team->share_cancelled, false, memory_order_relaxed);
  gomp_team_finish_tasks (self, team);
}

#endif
