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
  state->saved = *self;
  self->team = NULL;
  self->thread_num = 0;
  self->workshare = NULL;
  self->workshare_count = 0;
  self->workshare_base = 0;
  self->solo = NULL;
  self->team_num = 0;
  self->num_teams = 1;
  self->league = NULL;
  self->tasking = NULL;
  self->default_allocator = gomp_icv_global.allocator;
  self->task = gomp_tasking_initial_task (self);
}

void
gomp_thread_leave_initial (struct gomp_initial_state *state)
{
  struct gomp_thread *self = gomp_self ();
  gomp_tasking_thread_fini (self, state->saved.task);
  gomp_workshare_solo_free (self);
  self->team = state->saved.team;
  self->thread_num = state->saved.thread_num;
  self->workshare = state->saved.workshare;
  self->workshare_count = state->saved.workshare_count;
  self->workshare_base = state->saved.workshare_base;
  self->solo = state->saved.solo;
  self->team_num = state->saved.team_num;
  self->num_teams = state->saved.num_teams;
  self->league = state->saved.league;
  self->loop = state->saved.loop;
  self->default_allocator = state->saved.default_allocator;
  self->tasking = state->saved.tasking;
}
