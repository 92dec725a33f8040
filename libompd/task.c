/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks: their data environments in libgomp.so.1.  What only observed threads
   keep (frames, the task below on the stack, a tool's word) is found by a
   search through the tasks on the stacks of all threads.  */

#include "libompd.h"

ompd_rc_t
ompd_team_of_task (const ompd_address_space_handle_t *space, uint64_t env,
                   uint64_t *team, uint64_t *member)
{
  uint64_t tasks;
  TRY (ompd_read_member (space, env, DEBUG_task_member, member));
  TRY (ompd_read_member (space, *member, DEBUG_member_tasks, &tasks));
  return ompd_read_member (space, tasks, DEBUG_tasks_team, team);
}

ompd_rc_t
ompd_implicit_task (const ompd_parallel_handle_t *parallel, uint64_t number,
                    uint64_t *env)
{
  const ompd_address_space_handle_t *space = parallel->space;
  uint64_t nthreads = 1, tasks, members;
  if (parallel->team != 0)
    TRY (ompd_read_member (space, parallel->team, DEBUG_team_nthreads,
                           &nthreads));
  if (number >= nthreads)
    return ompd_rc_bad_input;
  if (parallel->team != 0)
    {
      TRY (
          ompd_read_member (space, parallel->team, DEBUG_team_tasking, &tasks));
      TRY (ompd_read_member (space, tasks, DEBUG_tasks_members, &members));
      members += number * space->table.row[DEBUG_SIZE_member].size;
    }
  else
    {
      TRY (ompd_read_member (space, parallel->thread, DEBUG_thread_tasking,
                             &tasks));
      members = ompd_member (space, tasks, DEBUG_tasking_member);
    }
  *env = ompd_member (space, members, DEBUG_member_implicit);
  return ompd_rc_ok;
}

/* In the stack of tasks of THREAD; *TOLD is 0 if it is not there.  LEFT:
   steps.  */
static ompd_rc_t
look_in_thread (const ompd_address_space_handle_t *space, uint64_t thread,
                uint64_t env, unsigned *left, bool *observed, uint64_t *told)
{
  uint64_t record, other;
  *told = 0;
  TRY (ompd_read_member (space, thread, DEBUG_thread_observed, &record));
  if (record == 0)
    return ompd_rc_ok;
  *observed = true;
  TRY (ompd_read_member (space, record, DEBUG_observed_task, told));
  for (; *left > 0 && *told != 0; --*left)
    {
      TRY (ompd_read_member (space, *told, DEBUG_told_env, &other));
      if (other == env)
        return ompd_rc_ok;
      TRY (ompd_read_member (space, *told, DEBUG_told_below, told));
    }
  *told = 0;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_told_of (const ompd_address_space_handle_t *space, uint64_t env,
              uint64_t *told)
{
  bool observed = false;
  unsigned left = OMPD_STEPS;
  uint64_t thread;
  TRY (ompd_first_thread (space, &thread));
  while (left > 0 && thread != 0)
    {
      left--;
      TRY (look_in_thread (space, thread, env, &left, &observed, told));
      if (*told != 0)
        return ompd_rc_ok;
      TRY (ompd_next_thread (space, &thread));
    }
  return observed ? ompd_rc_unavailable : ompd_rc_needs_state_tracking;
}

/* ---- Handles.  */

/* ENV 0: there is no such task.  */
static ompd_rc_t
make_handle (ompd_address_space_handle_t *space, uint64_t env,
             ompd_task_handle_t **handle)
{
  void *memory;
  if (env == 0)
    return ompd_rc_unavailable;
  TRY (ompd_allocate (sizeof (**handle), &memory));
  *handle = memory;
  (*handle)->space = space;
  (*handle)->env = env;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_curr_task_handle (ompd_thread_handle_t *thread,
                           ompd_task_handle_t **task)
{
  struct ompd_position position;
  if (thread == NULL || task == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_position (thread->space, thread->thread, &position));
  return make_handle (thread->space, position.task, task);
}

ompd_rc_t
ompd_get_generating_task_handle (ompd_task_handle_t *task,
                                 ompd_task_handle_t **generating)
{
  uint64_t parent;
  if (task == NULL || generating == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_read_member (task->space, task->env, DEBUG_env_parent, &parent));
  return make_handle (task->space, parent, generating);
}

ompd_rc_t
ompd_get_scheduling_task_handle (ompd_task_handle_t *task,
                                 ompd_task_handle_t **scheduling)
{
  uint64_t told, below, env;
  if (task == NULL || scheduling == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_told_of (task->space, task->env, &told));
  TRY (ompd_read_member (task->space, told, DEBUG_told_below, &below));
  if (below == 0)
    return ompd_rc_unavailable;
  TRY (ompd_read_member (task->space, below, DEBUG_told_env, &env));
  return make_handle (task->space, env, scheduling);
}

ompd_rc_t
ompd_get_task_in_parallel (ompd_parallel_handle_t *parallel, int thread_num,
                           ompd_task_handle_t **task)
{
  uint64_t env;
  if (parallel == NULL || task == NULL || thread_num < 0)
    return ompd_rc_bad_input;
  TRY (ompd_implicit_task (parallel, (uint64_t)thread_num, &env));
  return make_handle (parallel->space, env, task);
}

ompd_rc_t
ompd_rel_task_handle (ompd_task_handle_t *task)
{
  return ompd_release (task);
}

ompd_rc_t
ompd_task_handle_compare (ompd_task_handle_t *task_1,
                          ompd_task_handle_t *task_2, int *cmp_value)
{
  if (task_1 == NULL || task_2 == NULL || cmp_value == NULL
      || !ompd_is_same_space (task_1->space, task_2->space))
    return ompd_rc_bad_input;
  *cmp_value = (task_1->env > task_2->env) - (task_1->env < task_2->env);
  return ompd_rc_ok;
}

/* ---- Functions and frames.  */

/* The function of the implicit task ENV, as its team's first worker got it.  */
static ompd_rc_t
region_function (const ompd_address_space_handle_t *space, uint64_t env,
                 uint64_t *function)
{
  uint64_t team, member, nthreads, workers, worker;
  TRY (ompd_team_of_task (space, env, &team, &member));
  if (team == 0)
    return ompd_rc_unavailable;
  TRY (ompd_read_member (space, team, DEBUG_team_nthreads, &nthreads));
  if (nthreads < 2)
    return ompd_rc_needs_state_tracking;
  TRY (ompd_read_member (space, team, DEBUG_team_workers, &workers));
  TRY (ompd_read (space, workers + sizeof (worker), sizeof (worker), &worker));
  return ompd_read_member (space, worker, DEBUG_worker_fn, function);
}

/* The function of the task ENV that TOLD is about; 0: not known.  */
static ompd_rc_t
told_function (const ompd_address_space_handle_t *space, uint64_t told,
               uint64_t *function)
{
  uint64_t region;
  TRY (ompd_read_member (space, told, DEBUG_told_fn, function));
  TRY (ompd_read_member (space, told, DEBUG_told_region, &region));
  if (*function != 0 || region == 0)
    return ompd_rc_ok;
  return ompd_read_member (space, region, DEBUG_region_fn, function);
}

/* An observed task's own function is the library's.  */
static ompd_rc_t
find_function (const ompd_address_space_handle_t *space, uint64_t env,
               uint64_t *function)
{
  uint64_t told, implicit;
  ompd_rc_t rc = ompd_told_of (space, env, &told);
  if (rc == ompd_rc_ok)
    return told_function (space, told, function);
  if (rc != ompd_rc_needs_state_tracking)
    return rc;
  TRY (ompd_read_member (space, env, DEBUG_env_implicit, &implicit));
  if (implicit != 0)
    return region_function (space, env, function);
  return ompd_read_member (space, env, DEBUG_task_fn, function);
}

ompd_rc_t
ompd_get_task_function (ompd_task_handle_t *task, ompd_address_t *entry_point)
{
  uint64_t function;
  if (task == NULL || entry_point == NULL)
    return ompd_rc_bad_input;
  TRY (find_function (task->space, task->env, &function));
  if (function == 0)
    return ompd_rc_unavailable;
  *entry_point = (ompd_address_t){ ompd_segment_none, function };
  return ompd_rc_ok;
}

static ompd_rc_t
read_frame (const ompd_address_space_handle_t *space, uint64_t told,
            enum debug_row address, enum debug_row kind,
            ompd_frame_info_t *frame)
{
  uint64_t flag;
  frame->frame_address.segment = ompd_segment_none;
  TRY (ompd_read_member (space, told, address, &frame->frame_address.address));
  TRY (ompd_read_member (space, told, kind, &flag));
  frame->frame_flag = (ompd_word_t)flag;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_task_frame (ompd_task_handle_t *task, ompd_frame_info_t *exit_frame,
                     ompd_frame_info_t *enter_frame)
{
  uint64_t told;
  if (task == NULL || exit_frame == NULL || enter_frame == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_told_of (task->space, task->env, &told));
  TRY (read_frame (task->space, told, DEBUG_told_frames_exit_address,
                   DEBUG_told_frames_exit_kind, exit_frame));
  return read_frame (task->space, told, DEBUG_told_frames_enter_address,
                     DEBUG_told_frames_enter_kind, enter_frame);
}
