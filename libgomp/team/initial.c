/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that are initial threads for a while; see initial.h.

   Runs in the thread itself, the only one that touches its struct.  The teams
   that it keeps for its next regions stay, so that a region inside finds
   threads.  */

#include "team/initial.h"

#include "team/hooks.h"
#include "team/workshare.h"

void
gomp_thread_enter_initial (struct gomp_initial_state *state)
{
  struct gomp_thread *self = gomp_self ();
  *state = (struct gomp_initial_state){
    .team = self->team,
    .task = self->task,
    .tasking = self->tasking,
    .workshare = self->workshare,
    .workshare_count = self->workshare_count,
    .workshare_base = self->workshare_base,
    .loop = self->loop,
    .solo = self->solo,
    .league = self->league,
    .default_allocator = self->default_allocator,
    .thread_num = self->thread_num,
    .team_num = self->team_num,
    .num_teams = self->num_teams,
  };
  self->team = NULL;
  self->thread_num = 0;
  self->workshare = NULL;
  self->workshare_count = 0;
  self->workshare_base = 0;
  self->solo = NULL;
  self->team_num = 0;
  self->num_teams = 1;
  self->league = NULL;
  self->default_allocator = gomp_icv_global.allocator;
  self->task = gomp_tasking_enter_initial (self);
}

void
gomp_thread_leave_initial (struct gomp_initial_state *state)
{
  struct gomp_thread *self = gomp_self ();
  gomp_tasking_leave_initial (self, state->tasking, state->task);
  gomp_workshare_solo_free (self);
  self->team = state->team;
  self->thread_num = state->thread_num;
  self->workshare = state->workshare;
  self->workshare_count = state->workshare_count;
  self->workshare_base = state->workshare_base;
  self->solo = state->solo;
  self->team_num = state->team_num;
  self->num_teams = state->num_teams;
  self->league = state->league;
  self->loop = state->loop;
  self->default_allocator = state->default_allocator;
}
