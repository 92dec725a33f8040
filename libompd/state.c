/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What threads do, and the words of a tool: both are kept while threads are
   observed, with OMP_DEBUG=enabled or a tool.  */

#include "libompd.h"

static const struct
{
  ompd_word_t state;
  const char *name;
} states[] = {
#define STATE(name) { ompt_state_##name, "ompt_state_" #name },
#define LOCK(kind, state)
  STATE (undefined)
#include "observed_states.def"
#undef STATE
#undef LOCK
};
#define STATES (sizeof (states) / sizeof (states[0]))

/* By ompt_mutex_t.  */
static const ompd_word_t lock_waits[] = {
#define STATE(name)
#define LOCK(kind, state) [ompt_mutex_##kind] = ompt_state_##state,
#include "observed_states.def"
#undef STATE
#undef LOCK
};

/* From ompt_state_undefined on.  */
ompd_rc_t
ompd_enumerate_states (ompd_address_space_handle_t *address_space,
                       ompd_word_t current_state, ompd_word_t *next_state,
                       const char **next_state_name, ompd_word_t *more_enums)
{
  if (address_space == NULL || next_state == NULL || next_state_name == NULL
      || more_enums == NULL)
    return ompd_rc_bad_input;
  for (size_t i = 0; i + 1 < STATES; i++)
    if (states[i].state == current_state)
      {
        *next_state = states[i + 1].state;
        *more_enums = i + 2 < STATES;
        return ompd_copy_string (states[i + 1].name, next_state_name);
      }
  return ompd_rc_bad_input;
}

/* As OMPT's ompt_get_state.  */
ompd_rc_t
ompd_get_state (ompd_thread_handle_t *thread, ompd_word_t *state,
                ompd_wait_id_t *wait_id)
{
  uint64_t record, wanted, kind, wait, task, region;
  if (thread == NULL || state == NULL)
    return ompd_rc_bad_input;
  const ompd_address_space_handle_t *space = thread->space;
  TRY (
      ompd_read_member (space, thread->thread, DEBUG_thread_observed, &record));
  if (record == 0)
    return ompd_rc_needs_state_tracking;
  TRY (ompd_read_member (space, record, DEBUG_observed_wanted, &wanted));
  TRY (ompd_read_member (space, record, DEBUG_observed_wanted_kind, &kind));
  TRY (ompd_read_member (space, record, DEBUG_observed_state, &wait));
  TRY (ompd_read_member (space, record, DEBUG_observed_task, &task));
  if (wait_id != NULL)
    *wait_id = wanted;
  if (wanted != 0 && kind < sizeof (lock_waits) / sizeof (lock_waits[0]))
    *state = lock_waits[kind];
  else if (wait != 0)
    *state = (ompd_word_t)wait;
  else if (task == 0)
    *state = ompt_state_idle;
  else
    {
      TRY (ompd_read_member (space, task, DEBUG_told_region, &region));
      *state = region == 0 ? ompt_state_work_serial : ompt_state_work_parallel;
    }
  return ompd_rc_ok;
}

/* ---- A tool's words.  */

/* Where the tool's word of HANDLE is.  */
static ompd_rc_t
find_word (void *handle, ompd_scope_t scope,
           const ompd_address_space_handle_t **space, uint64_t *word)
{
  uint64_t record, told, env, region;
  switch (scope)
    {
    case ompd_scope_thread:
      *space = ((ompd_thread_handle_t *)handle)->space;
      TRY (ompd_read_member (*space, ((ompd_thread_handle_t *)handle)->thread,
                             DEBUG_thread_observed, &record));
      if (record == 0)
        return ompd_rc_needs_state_tracking;
      *word = ompd_member (*space, record, DEBUG_observed_data);
      return ompd_rc_ok;
    case ompd_scope_parallel:
      *space = ((ompd_parallel_handle_t *)handle)->space;
      TRY (ompd_implicit_task (handle, 0, &env));
      TRY (ompd_told_of (*space, env, &told));
      TRY (ompd_read_member (*space, told, DEBUG_told_region, &region));
      if (region == 0)
        return ompd_rc_unavailable;
      *word = ompd_member (*space, region, DEBUG_region_data);
      return ompd_rc_ok;
    case ompd_scope_implicit_task:
    case ompd_scope_task:
      *space = ((ompd_task_handle_t *)handle)->space;
      TRY (ompd_told_of (*space, ((ompd_task_handle_t *)handle)->env, &told));
      *word = ompd_member (*space, told, DEBUG_told_data);
      return ompd_rc_ok;
    default:
      return ompd_rc_bad_input;
    }
}

ompd_rc_t
ompd_get_tool_data (void *handle, ompd_scope_t scope, ompd_word_t *value,
                    ompd_address_t *ptr)
{
  const ompd_address_space_handle_t *space;
  uint64_t word;
  if (handle == NULL || value == NULL || ptr == NULL)
    return ompd_rc_bad_input;
  TRY (find_word (handle, scope, &space, &word));
  TRY (ompd_read (space, word, sizeof (*value), value));
  *ptr = (ompd_address_t){ ompd_segment_none, (uint64_t)*value };
  return ompd_rc_ok;
}
