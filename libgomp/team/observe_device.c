/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions of devices, observed; see observe_device.h.

   Owns no data.  A launch lies on the stack of the thread that runs it; the
   threads that run its teams find it by the league's first thread, and leave
   it before that thread does.  No lock.  */

#include "team/observe_device.h"

#include "team/device_region.h"
#include "team/league.h"

struct gomp_observed_launch
{
  struct gomp_observed_task task;
  struct gomp_observed_region league; /* of its teams construct */
};

static void
begin_task (struct gomp_observed_thread *thread,
            struct gomp_observed_task *task, ompt_data_t *region)
{
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&thread->task, task, memory_order_relaxed);
  GOMP_CALL_TOOL (thread, implicit_task, ompt_scope_begin, region, &task->data,
                  task->size, task->number, ompt_task_initial);
}

static void
end_task (struct gomp_observed_thread *thread, struct gomp_observed_task *below)
{
  struct gomp_observed_task *task = thread->task;
  gomp_observe_work_end (thread);
  GOMP_CALL_TOOL (thread, implicit_task, ompt_scope_end, NULL, &task->data, 0,
                  task->number, ompt_task_initial);
  atomic_store_explicit (&thread->task, below, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
}

/* THREAD, unless NULL, begins LAUNCH, and ends it.  */
static void
begin_launch (struct gomp_observed_thread *thread,
              struct gomp_observed_launch *launch)
{
  if (thread == NULL)
    return;
  *launch = (struct gomp_observed_launch){ .task = { .frames = GOMP_FRAMES_NONE,
                                                     .flags = ompt_task_initial,
                                                     .size = 1,
                                                     .number = 1 } };
  thread->launch = launch;
  begin_task (thread, &launch->task, NULL);
}

static void
end_launch (struct gomp_observed_thread *thread)
{
  if (thread == NULL || thread->launch == NULL)
    return;
  end_task (thread, NULL);
  thread->launch = NULL;
}

void
gomp_device_region_run_observed (struct gomp_league *league, uint64_t tag,
                                 int thread_limit)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_observed_launch launch;
  gomp_observe_thread (self, ompt_thread_initial);
  begin_launch (self->observed, &launch);
  gomp_device_region_run (league, tag, thread_limit);
  end_launch (self->observed);
}

/* Afterwards no team waits for the thread's next region: to the tool, its
   workers would not end.  */
void
gomp_device_region_run_shared_observed (struct gomp_league *league,
                                        uint64_t tag, int thread_limit,
                                        struct gomp_device_icv *icv)
{
  struct gomp_thread *self = gomp_self_region ();
  struct gomp_observed_launch launch;
  gomp_observe_bare_thread (self, ompt_thread_initial);
  begin_launch (self->observed, &launch);
  gomp_device_region_run_shared (league, tag, thread_limit, icv);
  end_launch (self->observed);
  if (self->observed == NULL)
    return;
  gomp_team_thread_fini (self);
  gomp_observe_thread_end (self, false);
}

/* ---- Teams.  */

/* Other threads may begin teams as soon as the construct has begun.  */
static void
begin_league (struct gomp_observed_launch *launch, unsigned wanted,
              const void *at)
{
  struct gomp_observed_region *region = &launch->league;
  *region = (struct gomp_observed_region){
    .encountering = &launch->task,
    .requested = wanted,
    .flags = ompt_parallel_invoker_program | ompt_parallel_league,
    .at = at,
  };
  GOMP_CALL_TOOL_ANYWHERE (parallel_begin, &launch->task.data,
                           gomp_observed_frames (&launch->task), &region->data,
                           region->requested, region->flags, at);
}

static void
begin_team (struct gomp_thread *self, struct gomp_observed_thread *thread,
            struct gomp_observed_launch *launch)
{
  thread->team = (struct gomp_observed_task){ .frames = GOMP_FRAMES_NONE,
                                              .below = &launch->task,
                                              .region = &launch->league,
                                              .flags = ompt_task_initial,
                                              .size = self->num_teams,
                                              .number = self->team_num };
  begin_task (thread, &thread->team, &launch->league.data);
}

static void
end_league (struct gomp_observed_launch *launch)
{
  struct gomp_observed_region *region = &launch->league;
  GOMP_CALL_TOOL_ANYWHERE (parallel_end, &region->data, &launch->task.data,
                           region->flags, region->at);
}

/* The launch that SELF works for, or NULL.  */
static struct gomp_observed_launch *
launch_of (struct gomp_thread *self, bool joined)
{
  struct gomp_thread *launcher = joined ? self->league->launcher : self;
  return launcher->observed == NULL ? NULL : launcher->observed->launch;
}

bool
gomp_league_next_observed (unsigned num_teams, unsigned thread_limit,
                           bool first, const void *at)
{
  struct gomp_thread *self = gomp_self_observing ();
  struct gomp_league *league = self->league;
  bool joined = league->launcher != NULL && league->launcher != self;
  struct gomp_observed_launch *launch = launch_of (self, joined);
  if (joined)
    gomp_observe_thread (self, ompt_thread_worker);
  struct gomp_observed_thread *thread = self->observed;
  if (thread == NULL || launch == NULL)
    return gomp_league_next (num_teams, thread_limit, first);
  if (thread->task == &thread->team)
    end_task (thread, joined ? NULL : &launch->task);
  if (first && !joined)
    begin_league (launch, gomp_league_wanted (league, num_teams), at);
  bool more = gomp_league_next (num_teams, thread_limit, first);
  if (more)
    begin_team (self, thread, launch);
  else if (!joined)
    end_league (launch);
  return more;
}
