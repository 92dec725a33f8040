/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What team/ asks of tasking/, which lies above it: declared here, defined in
   tasking/.  */

#ifndef GOMP_TEAM_HOOKS_H
#define GOMP_TEAM_HOOKS_H

#include <stddef.h>

#include "team/self.h"

struct gomp_team;

/* Bytes of tasking's part of a team of NTHREADS (implicit tasks and team-wide
   task state), which team/ allocates with the team, cache aligned and zeroed,
   and hands over as gomp_team_tasking (team).  */
HIDDEN size_t gomp_tasking_team_size (unsigned nthreads);
/* Prepare it before the team's threads start.  Called by the primary thread,
   also for a reused (hot) team; ICV is what the implicit tasks start with,
   PARENT the encountering task.  */
HIDDEN void gomp_tasking_team_start (struct gomp_team *team,
                                     struct gomp_icv *icv,
                                     struct gomp_task_env *parent);
/* Release it after the last thread left the final barrier.  Primary only.  */
HIDDEN void gomp_tasking_team_end (struct gomp_team *team);
/* Enter / leave the implicit task of SELF in its team: sets / leaves
   self->task.  Every thread of the team; cheap.  */
HIDDEN void gomp_tasking_thread_enter (struct gomp_thread *self) HOT;
HIDDEN void gomp_tasking_thread_leave (struct gomp_thread *self) HOT;
/* Free what tasking keeps for a thread that exits.  */
HIDDEN void gomp_tasking_thread_fini (struct gomp_thread *self);
/* The initial task's environment of a thread outside any region; allocates it
   at the first call.  */
HIDDEN struct gomp_task_env *
gomp_tasking_initial_task (struct gomp_thread *self);

/* Explicit tasks of TEAM that are not complete (also detached ones).  A
   barrier may open only when this is 0 with all threads arrived.  */
HIDDEN size_t gomp_tasking_pending (struct gomp_team *team) HOT;
/* Run one ready task of the team, if any; false: none was ready.  */
HIDDEN bool gomp_tasking_run_one (struct gomp_thread *self) HOT;
/* Drop the team's tasks that have not started (cancel parallel).  */
HIDDEN void gomp_tasking_cancel_team (struct gomp_team *team);

#endif
