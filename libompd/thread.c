/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads: those in the list of libgomp.so.1, which has each thread that has
   called it, with its numbers in the C library and in the system.  */

#include <string.h>

#include "libompd.h"

ompd_rc_t
ompd_first_thread (const ompd_address_space_handle_t *space, uint64_t *thread)
{
  return ompd_read (space, ompd_root (space, DEBUG_ROOT_threads),
                    sizeof (*thread), thread);
}

ompd_rc_t
ompd_next_thread (const ompd_address_space_handle_t *space, uint64_t *thread)
{
  return ompd_read_member (space, *thread, DEBUG_thread_next, thread);
}

/* A worker between two regions is in its own initial task.  */
static ompd_rc_t
is_docked (const ompd_address_space_handle_t *space, uint64_t thread,
           uint64_t task, bool *docked)
{
  uint64_t worker, tasking;
  TRY (ompd_read_member (space, thread, DEBUG_thread_worker, &worker));
  TRY (ompd_read_member (space, thread, DEBUG_thread_tasking, &tasking));
  uint64_t member = ompd_member (space, tasking, DEBUG_tasking_member);
  *docked = worker != 0
            && task == ompd_member (space, member, DEBUG_member_implicit);
  return ompd_rc_ok;
}

ompd_rc_t
ompd_position (const ompd_address_space_handle_t *space, uint64_t thread,
               struct ompd_position *position)
{
  bool docked;
  TRY (ompd_read_member (space, thread, DEBUG_thread_team, &position->team));
  TRY (ompd_read_member (space, thread, DEBUG_thread_thread_num,
                         &position->number));
  TRY (ompd_read_member (space, thread, DEBUG_thread_task, &position->task));
  TRY (is_docked (space, thread, position->task, &docked));
  return docked ? ompd_rc_unavailable : ompd_rc_ok;
}

/* The position around POSITION, of the thread that is the primary there.  */
static ompd_rc_t
outer_position (const ompd_address_space_handle_t *space,
                struct ompd_position *position)
{
  uint64_t team = position->team;
  TRY (ompd_read_member (space, team, DEBUG_team_saved_team, &position->team));
  TRY (ompd_read_member (space, team, DEBUG_team_saved_thread_num,
                         &position->number));
  return ompd_read_member (space, team, DEBUG_team_saved_task, &position->task);
}

/* Is THREAD the primary of TEAM, or of a region inside?  LEFT: steps.  */
static ompd_rc_t
is_primary (const ompd_address_space_handle_t *space, uint64_t thread,
            uint64_t team, unsigned *left, bool *found)
{
  struct ompd_position position;
  ompd_rc_t rc = ompd_position (space, thread, &position);
  *found = false;
  for (; *left > 0 && rc == ompd_rc_ok && position.team != 0
         && position.number == 0;
       --*left)
    {
      *found = position.team == team;
      if (*found)
        return ompd_rc_ok;
      rc = outer_position (space, &position);
    }
  return rc == ompd_rc_unavailable ? ompd_rc_ok : rc;
}

static ompd_rc_t
primary_of (const ompd_address_space_handle_t *space, uint64_t team,
            uint64_t *thread)
{
  bool found;
  unsigned left = OMPD_STEPS;
  TRY (ompd_first_thread (space, thread));
  while (left > 0 && *thread != 0)
    {
      left--;
      TRY (is_primary (space, *thread, team, &left, &found));
      if (found)
        return ompd_rc_ok;
      TRY (ompd_next_thread (space, thread));
    }
  return ompd_rc_unavailable;
}

ompd_rc_t
ompd_thread_of (const ompd_address_space_handle_t *space, uint64_t team,
                uint64_t number, uint64_t *thread)
{
  uint64_t nthreads, workers, worker;
  TRY (ompd_read_member (space, team, DEBUG_team_nthreads, &nthreads));
  if (number >= nthreads)
    return ompd_rc_bad_input;
  if (number == 0)
    return primary_of (space, team, thread);
  TRY (ompd_read_member (space, team, DEBUG_team_workers, &workers));
  TRY (ompd_read (space, workers + number * sizeof (worker), sizeof (worker),
                  &worker));
  return ompd_read_member (space, worker, DEBUG_worker_self, thread);
}

/* ---- Handles.  */

static ompd_rc_t
make_handle (ompd_address_space_handle_t *space, uint64_t thread,
             ompd_thread_handle_t **handle)
{
  void *memory;
  TRY (ompd_allocate (sizeof (**handle), &memory));
  *handle = memory;
  (*handle)->space = space;
  (*handle)->thread = thread;
  return ompd_rc_ok;
}

/* The member of a thread's structure that has its number of KIND.  */
static ompd_rc_t
number_row (ompd_thread_id_t kind, enum debug_row *row)
{
  if (kind == OMPD_THREAD_ID_PTHREAD)
    *row = DEBUG_thread_pthread;
  else if (kind == OMPD_THREAD_ID_LWP)
    *row = DEBUG_thread_system_id;
  else
    return ompd_rc_unsupported;
  return ompd_rc_ok;
}

/* A number of SIZE bytes, which a debugger may store in more than the program
   needs.  */
static ompd_rc_t
get_number (const void *from, ompd_size_t size, uint64_t *number)
{
  uint32_t four;
  if (size == sizeof (*number))
    memcpy (number, from, sizeof (*number));
  else if (size == sizeof (four))
    {
      memcpy (&four, from, sizeof (four));
      *number = four;
    }
  else
    return ompd_rc_bad_input;
  return ompd_rc_ok;
}

static ompd_rc_t
put_number (uint64_t number, ompd_size_t size, void *to)
{
  uint32_t four = (uint32_t)number;
  if (size == sizeof (number))
    memcpy (to, &number, sizeof (number));
  else if (size == sizeof (four) && four == number)
    memcpy (to, &four, sizeof (four));
  else
    return ompd_rc_bad_input;
  return ompd_rc_ok;
}

ompd_rc_t
ompd_get_thread_handle (ompd_address_space_handle_t *handle,
                        ompd_thread_id_t kind, ompd_size_t sizeof_thread_id,
                        const void *thread_id, ompd_thread_handle_t **thread)
{
  enum debug_row row;
  uint64_t wanted, at, number;
  if (handle == NULL || thread_id == NULL || thread == NULL)
    return ompd_rc_bad_input;
  TRY (number_row (kind, &row));
  TRY (get_number (thread_id, sizeof_thread_id, &wanted));
  TRY (ompd_first_thread (handle, &at));
  for (int i = 0; i < OMPD_STEPS && at != 0; i++)
    {
      TRY (ompd_read_member (handle, at, row, &number));
      if (number == wanted)
        return make_handle (handle, at, thread);
      TRY (ompd_next_thread (handle, &at));
    }
  return ompd_rc_unavailable;
}

ompd_rc_t
ompd_get_thread_id (ompd_thread_handle_t *thread, ompd_thread_id_t kind,
                    ompd_size_t sizeof_thread_id, void *thread_id)
{
  enum debug_row row;
  uint64_t number;
  if (thread == NULL || thread_id == NULL)
    return ompd_rc_bad_input;
  TRY (number_row (kind, &row));
  TRY (ompd_read_member (thread->space, thread->thread, row, &number));
  return put_number (number, sizeof_thread_id, thread_id);
}

ompd_rc_t
ompd_get_thread_in_parallel (ompd_parallel_handle_t *parallel, int thread_num,
                             ompd_thread_handle_t **thread)
{
  uint64_t found;
  if (parallel == NULL || thread == NULL || thread_num < 0)
    return ompd_rc_bad_input;
  if (parallel->team == 0)
    return thread_num == 0
               ? make_handle (parallel->space, parallel->thread, thread)
               : ompd_rc_bad_input;
  TRY (ompd_thread_of (parallel->space, parallel->team, (uint64_t)thread_num,
                       &found));
  return make_handle (parallel->space, found, thread);
}

ompd_rc_t
ompd_rel_thread_handle (ompd_thread_handle_t *thread)
{
  return ompd_release (thread);
}

ompd_rc_t
ompd_thread_handle_compare (ompd_thread_handle_t *thread_1,
                            ompd_thread_handle_t *thread_2, int *cmp_value)
{
  if (thread_1 == NULL || thread_2 == NULL || cmp_value == NULL
      || !ompd_is_same_space (thread_1->space, thread_2->space))
    return ompd_rc_bad_input;
  *cmp_value = (thread_1->thread > thread_2->thread)
               - (thread_1->thread < thread_2->thread);
  return ompd_rc_ok;
}

/* The handle of the address space belongs to the debugger, which releases each
   one that it gets.  */
ompd_rc_t
ompd_get_device_from_thread (ompd_thread_handle_t *thread,
                             ompd_address_space_handle_t **device)
{
  void *memory;
  if (thread == NULL || device == NULL)
    return ompd_rc_bad_input;
  TRY (ompd_allocate (sizeof (**device), &memory));
  memcpy (memory, thread->space, sizeof (**device));
  *device = memory;
  return ompd_rc_ok;
}
