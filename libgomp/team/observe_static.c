/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Static loops and distribute in code that GCC compiled as usual; see
   observe.h.  Owns no data.  Any thread; no lock.

   For such a construct GCC makes two calls, which ask for the number of threads
   and for that of the calling thread (or team).  A program may make them, too:
   then they have two places in its source.  The compiler's have one, which the
   line table says if the program was compiled with -g.  What a Fortran program
   calls has other names, and does not come here.

   The construct ends as a single does, see gomp_observe_work.  */

#include "team/observe.h"
#include "tool/source_lines.h"

/* Does the tool hear of loops, or of the kinds of barriers?  */
static bool
is_wanted (void)
{
  return gomp_callback (ompt_callback_work) != NULL
         || gomp_callback (ompt_callback_sync_region) != NULL
         || gomp_callback (ompt_callback_sync_region_wait) != NULL;
}

/* The calling thread has asked at CALL for its number, or that of its team, in
   a team or league; *ASKED: where it had asked for the size, which it asks for
   anew next time.  */
static void
look_for (ompt_work_t kind, struct gomp_observed_thread *thread,
          const void **asked, struct gomp_call call)
{
  const void *first = *asked;
  struct gomp_observed_task *task = thread->task;
  *asked = NULL;
  if (first == NULL || task == NULL || task->region == NULL
      || !gomp_observed_is_implicit (task) || !is_wanted ()
      || !gomp_source_lines_equal (first, call.at))
    return;
  const struct gomp_work work = { .kind = kind, .at = call.at };
  gomp_observe_enter (thread, call);
  gomp_observe_work (thread, &work);
  task->expects_barrier = kind == ompt_work_loop_static;
  gomp_observe_leave (task);
}

unsigned
gomp_num_threads_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_querying ();
  if (self->observed != NULL)
    self->observed->asked_threads = call.at;
  return gomp_team_num_threads (self);
}

unsigned
gomp_thread_num_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_querying ();
  struct gomp_observed_thread *thread = self->observed;
  if (thread != NULL)
    look_for (ompt_work_loop_static, thread, &thread->asked_threads, call);
  return self->thread_num;
}

unsigned
gomp_num_teams_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_querying ();
  if (self->observed != NULL)
    self->observed->asked_teams = call.at;
  return self->num_teams > 0 ? self->num_teams : 1;
}

/* Threads of a team's own regions are in no distribute.  */
unsigned
gomp_team_num_observed (struct gomp_call call)
{
  struct gomp_thread *self = gomp_self_querying ();
  struct gomp_observed_thread *thread = self->observed;
  if (thread != NULL && thread->task != NULL
      && (thread->task->flags & ompt_task_initial) != 0)
    look_for (ompt_work_distribute, thread, &thread->asked_teams, call);
  return self->team_num;
}
