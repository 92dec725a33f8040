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
/* Prepare it before each region, before the team's threads start.  Called by
   the primary thread, also for a reused (hot) team; ICV is what the implicit
   tasks start with, PARENT the encountering task.  */
HIDDEN void gomp_tasking_team_start (struct gomp_team *team,
                                     struct gomp_icv *icv,
                                     struct gomp_task_env *parent);
/* The region is over: after the last thread left the final barrier.  Primary
   only.  The memory may serve the next region (gomp_tasking_team_start).  */
HIDDEN void gomp_tasking_team_end (struct gomp_team *team);
/* Before the memory is freed for good.  */
HIDDEN void gomp_tasking_team_free (struct gomp_team *team);
/* Enter / leave the implicit task of SELF in its team (self->team and
   self->thread_num are set): sets self->task; leaving restores the encountering
   task in the primary thread, the thread's initial task in others.  Every
   thread of the team; cheap.  */
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
/* Cancel the innermost taskgroup of the current task that is not a
   work-sharing construct's; false: there is none.  */
HIDDEN bool gomp_tasking_cancel_group (struct gomp_thread *self);
/* True if that taskgroup was cancelled.  */
HIDDEN bool gomp_tasking_group_cancelled (struct gomp_thread *self);
/* Outside any team, complete the deferred target tasks of the initial task
   (GOMP_barrier there, end of the program).  */
HIDDEN void gomp_tasking_drain (struct gomp_thread *self);

/* Task reductions of work-sharing constructs and of parallel (the array of
   the ABI, word for word).  Every thread opens an implicit taskgroup; FIRST:
   this thread's array gets the memory, which the construct's descriptor keeps
   as SHARED for the others (an array of the first thread's; valid until the
   construct's end).  Called by the start function of the construct.  */
HIDDEN void gomp_tasking_workshare_begin (struct gomp_thread *self,
                                          uintptr_t *array, bool first,
                                          uintptr_t *shared);
/* GOMP_parallel_reductions: register ARRAY for a team of NTHREADS; each
   thread then enters it (after gomp_tasking_thread_enter).  */
HIDDEN void gomp_tasking_parallel_register (uintptr_t *array,
                                            unsigned nthreads);
HIDDEN void gomp_tasking_parallel_enter (struct gomp_thread *self,
                                         uintptr_t *array);

/* What tasking/ asks of team/ in return.  */
/* Tasking's part of TEAM, see gomp_tasking_team_size.  */
HIDDEN void *gomp_team_tasking (struct gomp_team *team);
HIDDEN unsigned gomp_team_nthreads (struct gomp_team *team);
/* Tasks of TEAM became ready, or the last one completed on a thread outside
   it: threads that wait in a barrier look again.  Any thread; pairs with a
   sequentially consistent read-modify-write or fence of the waiter before its
   last look; no system call when none sleeps.  */
HIDDEN void gomp_team_notify_work (struct gomp_team *team) HOT;
/* True if TEAM's region was cancelled.  */
HIDDEN bool gomp_team_cancelled (struct gomp_team *team) HOT;

#endif
