/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Constructs for which only code compiled with -DOFFGOMP_TOOL_EVENTS calls the
   library; see observe.h.  Owns no data.  Any thread; no lock.

   A thread that is not observed is in no task here.  */

#include "team/observe.h"

/* For a single: what its executor is in.  */
static const ompt_work_t kinds[OFFGOMP_CONSTRUCTS]
    = { [OFFGOMP_STATIC_LOOP] = ompt_work_loop_static,
        [OFFGOMP_DISTRIBUTE] = ompt_work_distribute,
        [OFFGOMP_SINGLE] = ompt_work_single_executor,
        [OFFGOMP_SCOPE] = ompt_work_scope };

static struct gomp_observed_task *
current_task (struct gomp_observed_thread *thread)
{
  return thread == NULL ? NULL : thread->task;
}

static void
call_scope (struct gomp_observed_thread *thread,
            struct gomp_observed_task *task, ompt_scope_endpoint_t endpoint,
            uint64_t count, const void *at)
{
  GOMP_CALL_TOOL (thread, work, ompt_work_scope, endpoint,
                  gomp_observed_team (task), gomp_observed_data (task), count,
                  at);
}

/* The next barrier of a loop is its own, and ends it; without a barrier the end
   of the loop says so before any other barrier comes.  */
void
gomp_compiled_begin_observed (enum offgomp_construct construct, uint64_t count,
                              const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  struct gomp_observed_task *task = current_task (thread);
  if (task == NULL || construct >= OFFGOMP_CONSTRUCTS)
    return;
  if (construct == OFFGOMP_SCOPE)
    {
      call_scope (thread, task, ompt_scope_begin, count, at);
      task->scopes++;
      return;
    }
  const struct gomp_work work
      = { .kind = kinds[construct], .count = count, .at = at };
  gomp_observe_work (thread, &work);
  task->expects_barrier = true;
}

void
gomp_compiled_end_observed (enum offgomp_construct construct, bool has_barrier,
                            const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  struct gomp_observed_task *task = current_task (thread);
  if (task == NULL || construct >= OFFGOMP_CONSTRUCTS)
    return;
  if (construct == OFFGOMP_SCOPE && task->scopes != 0)
    {
      task->scopes--;
      call_scope (thread, task, ompt_scope_end, 1, at);
    }
  else if (construct != OFFGOMP_SCOPE && task->work.kind == kinds[construct])
    gomp_observe_work_end (thread);
  task->expects_barrier = has_barrier;
}

void
gomp_masked_observed (ompt_scope_endpoint_t endpoint, const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  struct gomp_observed_task *task = current_task (thread);
  if (task != NULL)
    GOMP_CALL_TOOL (thread, masked, endpoint, gomp_observed_team (task),
                    gomp_observed_data (task), at);
}

void
gomp_flush_observed (const void *at)
{
  struct gomp_observed_thread *thread = gomp_self_observing ()->observed;
  if (thread != NULL)
    GOMP_CALL_TOOL (thread, flush, &thread->data, at);
}
