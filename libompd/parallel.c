/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Parallel regions: the teams of libgomp.so.1, and the implicit region around
   each initial task, which has no team.  */

#include "libompd.h"

static ompd_rc_t
make_handle (ompd_address_space_handle_t *space, uint64_t team, uint64_t thread,
             ompd_parallel_handle_t **handle)
{
  void *memory;
  TRY (ompd_allocate (sizeof (**handle), &memory));
  *handle = memory;
  (*handle)->space = space;
  (*handle)->team = team;
  (*handle)->thread = team == 0 ? thread : 0;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_curr_parallel_handle (ompd_thread_handle_t *thread,
                               ompd_parallel_handle_t **parallel)
{
  struct ompd_position position;
  if (thread == NULL || parallel == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_position (thread->space, thread->thread, &position));
  return make_handle (thread->space, position.team, thread->thread, parallel);
}

ompd_rc_t
ompd_get_enclosing_parallel_handle (ompd_parallel_handle_t *parallel,
                                    ompd_parallel_handle_t **enclosing)
{
  uint64_t parent, thread = 0;
  if (parallel == NULL || enclosing == NULL)
    return ompd_rc_bad_input;
  if (parallel->team == 0)
    return ompd_rc_unavailable;
  TRY (ompd_read_member (parallel->space, parallel->team, DEBUG_team_parent,
                         &parent));
  if (parent == 0)
    TRY (ompd_thread_of (parallel->space, parallel->team, 0, &thread));
  return make_handle (parallel->space, parent, thread, enclosing);
}

/* The thread whose initial task is in MEMBER.  */
static ompd_rc_t
thread_with (const ompd_address_space_handle_t *space, uint64_t member,
             uint64_t *thread)
{
  uint64_t tasking;
  TRY (ompd_first_thread (space, thread));
  for (int i = 0; i < OMPD_STEPS && *thread != 0; i++)
    {
      TRY (ompd_read_member (space, *thread, DEBUG_thread_tasking, &tasking));
      if (ompd_member (space, tasking, DEBUG_tasking_member) == member)
        return ompd_rc_ok;
      TRY (ompd_next_thread (space, thread));
    }
  return ompd_rc_unavailable;
}

ompd_rc_t
ompd_get_task_parallel_handle (ompd_task_handle_t *task,
                               ompd_parallel_handle_t **parallel)
{
  uint64_t team, member, thread = 0;
  if (task == NULL || parallel == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_team_of_task (task->space, task->env, &team, &member));
  if (team == 0)
    TRY (thread_with (task->space, member, &thread));
  return make_handle (task->space, team, thread, parallel);
}

ompd_rc_t
ompd_rel_parallel_handle (ompd_parallel_handle_t *parallel)
{
  return ompd_release (parallel);
}

ompd_rc_t
ompd_parallel_handle_compare (ompd_parallel_handle_t *parallel_1,
                              ompd_parallel_handle_t *parallel_2,
                              int *cmp_value)
{
  if (parallel_1 == NULL || parallel_2 == NULL || cmp_value == NULL
      || !ompd_is_same_space (parallel_1->space, parallel_2->space))
    return ompd_rc_bad_input;
  uint64_t a = parallel_1->team != 0 ? parallel_1->team : parallel_1->thread;
  uint64_t b = parallel_2->team != 0 ? parallel_2->team : parallel_2->thread;
  *cmp_value = (a > b) - (a < b);
  return ompd_rc_ok;
}
