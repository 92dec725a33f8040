/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that team/ calls in tasking/, which lies above it: declared
   here, defined in tasking/. team.h has the functions that tasking/ calls in
   return.  */

#ifndef GOMP_TEAM_HOOKS_H
#define GOMP_TEAM_HOOKS_H

#include <stddef.h>

#include "base/fork.h"
#include "team/self.h"
#include "team/team.h"

struct gomp_task;
struct gomp_team;

/* Bytes of tasking's part of a team of NTHREADS (implicit tasks and team-wide
   task state), which team/ allocates with the team, cache aligned and zeroed,
   and provides as gomp_team_tasking (team).  NTHREADS is the capacity: a team
   is reused for regions of fewer threads.  The memory is not freed while a
   worker could read it, and keeps its contents from one region to the next.  */
HIDDEN size_t gomp_tasking_team_size (unsigned nthreads);
/* Prepare it for a region, before the team's threads start.  Called by the
   primary thread, also for a reused (hot) team.  ICV: the initial state of the
   implicit tasks; PARENT: the encountering task.  Do not write values that are
   already there: each changed cache line costs the workers a miss.  */
HIDDEN void gomp_tasking_team_start (struct gomp_team *team,
                                     struct gomp_icv *icv,
                                     struct gomp_task_env *parent);
/* The region is over: all threads arrived at the final barrier, no task is
   pending, no thread is inside gomp_tasking_run for the team.  Primary
   only.  The memory may serve the next region (gomp_tasking_team_start).  */
HIDDEN void gomp_tasking_team_end (struct gomp_team *team);
/* See base/fork.h.  */
HIDDEN void gomp_tasking_fork (enum gomp_fork when);
/* In a forked child, which has one thread: do not wait for the work of the
   others.  */
HIDDEN void gomp_tasking_team_forked (struct gomp_team *team);
/* Before the memory is freed for good.  */
HIDDEN void gomp_tasking_team_free (struct gomp_team *team);
/* Enter / leave the implicit task of SELF in its team (self->team and
   self->thread_num are set): sets self->task; leaving restores the encountering
   task in the primary thread, the thread's initial task in others.  Every
   thread of the team; cheap.  The primary leaves after the final barrier,
   a worker before it arrives there: it may call gomp_tasking_run until
   the region ends, with self->team and self->thread_num as they were.  */
HIDDEN void gomp_tasking_thread_enter (struct gomp_thread *self) HOT;
HIDDEN void gomp_tasking_thread_leave (struct gomp_thread *self) HOT;
/* Bytes of tasking's part of a thread, cache aligned and zeroed; set it up for
   SELF, which need not be the calling thread and is not in it yet.  */
HIDDEN size_t gomp_tasking_thread_size (void);
HIDDEN void gomp_tasking_thread_init (struct gomp_thread *self, void *memory);
/* The calling thread ends its initial task: complete its tasks and free what
   tasking allocated for it.  NEXT is its task from then on, or NULL: it
   exits.  */
HIDDEN void gomp_tasking_thread_fini (struct gomp_thread *self,
                                      struct gomp_task_env *next);
/* The initial task's environment of a thread outside any region; allocates it
   at the first call.  */
HIDDEN struct gomp_task_env *
gomp_tasking_initial_task (struct gomp_thread *self);
/* The same for a thread that acts as an initial thread for a while, with its
   own tasks.  When it leaves, TASKING is the previous self->tasking, and NEXT
   its task from then on.  The memory stays for the next time.  */
HIDDEN struct gomp_task_env *
gomp_tasking_enter_initial (struct gomp_thread *self);
HIDDEN void gomp_tasking_leave_initial (struct gomp_thread *self,
                                        struct gomp_task_thread *tasking,
                                        struct gomp_task_env *next);

/* Explicit tasks of TEAM that are not complete (also detached ones).  A barrier
   may open only if this is 0 when all threads have arrived.  Then 0 must be
   exact, and the completion that makes it 0 must be sequentially consistent.
   Workers that wait for the next region poll it.  */
HIDDEN size_t gomp_tasking_pending (struct gomp_team *team) HOT;
/* A ready task of the team; NULL: there is none.  SELF gets it, and runs
   it.  */
HIDDEN struct gomp_task *gomp_tasking_find (struct gomp_thread *self) HOT;
HIDDEN void gomp_tasking_run (struct gomp_thread *self,
                              struct gomp_task *task) HOT;
/* Let the oldest task in SELF's deque be the next one that SELF runs.  */
HIDDEN void gomp_tasking_turn (struct gomp_thread *self);
/* Give the tasks in SELF's deque to the other threads.  False: they are too
   many, or no more threads are awake than there are CPUs.  */
HIDDEN bool gomp_tasking_hand_over (struct gomp_thread *self);
/* Are at least as many threads of TEAM awake as there are CPUs, not counting
   the calling one?  Sequentially consistent.  */
HIDDEN bool gomp_tasking_can_spare (struct gomp_team *team);
/* The next regions of TEAM have surplus threads.  Workers, which allocate
   nothing, give tasks to the queue when they retire: make room there.  */
HIDDEN void gomp_tasking_reserve (struct gomp_team *team) COLD;
/* The tasks that a watchman has seen, see surplus.h.  */
struct gomp_tasking_watch
{
  bool ready;      /* there were tasks */
  size_t queued;   /* number of tasks in the queue */
  unsigned member; /* a member with tasks in its deque, if TOP is not
                      negative */
  int64_t top;     /* the index of the first task in that deque */
};
/* Is a task still waiting that was seen the last time?  */
HIDDEN bool gomp_tasking_overdue (struct gomp_team *team,
                                  struct gomp_tasking_watch *watch);
/* How many threads of TEAM have made or completed tasks since the last call.
   Its watchman only.  */
HIDDEN unsigned gomp_tasking_count_busy (struct gomp_team *team);
/* Drop the team's tasks that have not started (cancel parallel).  */
HIDDEN void gomp_tasking_cancel_team (struct gomp_team *team);
/* Cancel the innermost taskgroup of the current task, except the work-sharing
   constructs' own.  False: there is none.  */
HIDDEN bool gomp_tasking_cancel_group (struct gomp_thread *self);
/* Was that taskgroup cancelled?  */
HIDDEN bool gomp_tasking_group_cancelled (struct gomp_thread *self);
/* Outside any team, complete the deferred target tasks of the initial task
   (GOMP_barrier there, end of the program).  */
HIDDEN void gomp_tasking_drain (struct gomp_thread *self);

/* Task reductions of work-sharing constructs and of parallel; the array has
   the ABI's layout.  Every thread opens an implicit taskgroup.  FIRST: this
   thread's array gets the memory, which the construct's descriptor keeps as
   SHARED for the others (an array of the first thread; valid until the
   construct's end).  Called by the start function of the construct.  */
HIDDEN void gomp_tasking_workshare_begin (struct gomp_thread *self,
                                          uintptr_t *array, bool first,
                                          uintptr_t *shared);
/* GOMP_parallel_reductions: give memory to ARRAY for a team of NTHREADS; tasks
   find it as team->reductions.  */
HIDDEN void gomp_tasking_parallel_register (uintptr_t *array,
                                            unsigned nthreads);

/* The current task's code merges the copies of ARRAY, unless it is NULL, after
   the call from AT until it unregisters ARRAY: a tool is told so.  */
HIDDEN void gomp_tasking_merge_observed (struct gomp_thread *self,
                                         uintptr_t *array,
                                         const void *at) COLD;
/* The same after a barrier: if it is that of a work-sharing construct with such
   an array, whose copies the team's first thread merges.  */
HIDDEN void gomp_tasking_merge_shared_observed (struct gomp_thread *self,
                                                const void *at) COLD;

#endif
