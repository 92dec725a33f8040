/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread that acts as an initial thread for a while: for a target region on
   the host, or for a team of one.  */

#ifndef GOMP_TEAM_INITIAL_H
#define GOMP_TEAM_INITIAL_H

#include "icv/icv.h"
#include "team/self.h"

/* The state of the thread before; on its stack.  */
struct gomp_initial_state
{
  struct gomp_team *team;
  struct gomp_task_env *task;
  struct gomp_task_thread *tasking;
  struct gomp_workshare *workshare;
  uint64_t workshare_count;
  uint64_t workshare_base;
  struct gomp_loop_cursor loop;
  struct gomp_workshare *solo;
  struct gomp_league *league;
  uintptr_t default_allocator;
  unsigned thread_num;
  unsigned team_num;
  unsigned num_teams;
};

/* From now on the calling thread is outside any team, in an initial task of
   its own with the initial ICVs, until it leaves.  Nests.  */
HIDDEN void gomp_thread_enter_initial (struct gomp_initial_state *state);
HIDDEN void gomp_thread_leave_initial (struct gomp_initial_state *state);

/* Drop changes of ICVs that an earlier team or region on SELF made in its
   initial task.  */
static inline void
gomp_thread_renew_initial (struct gomp_thread *self)
{
  if (unlikely (self->task->icv_owned))
    gomp_icv_reset (self->task);
  self->default_allocator = gomp_icv_global.allocator;
}

#endif
