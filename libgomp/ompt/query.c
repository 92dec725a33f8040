/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The entry points that say where a thread is; see ompt.h.

   An entry point that a signal handler may call finds the calling thread
   without a call that allocates.  Each task on the thread's stack is complete
   whenever a handler runs.  */

#include <stdatomic.h>
#include <string.h>

#include "icv/places.h"
#include "offload/device/device.h"
#include "ompt/ompt.h"
#include "os/os.h"
#include "team/observe.h"

/* The record of the calling thread, or NULL.  Async-signal safe.  */
static struct gomp_observed_thread *
this_thread (void)
{
  struct gomp_thread *self = gomp_ompt_is_active () ? gomp_self_known () : NULL;
  return self == NULL ? NULL : self->observed;
}

/* ---- States.  */

static const struct
{
  int state;
  const char *name;
} states[] = {
#define STATE(name) { ompt_state_##name, "ompt_state_" #name },
#define LOCK(kind, state)
  STATE (undefined)
#include "observed_states.def"
#undef STATE
#undef LOCK
};

/* By ompt_mutex_t.  */
static const ompt_state_t lock_waits[] = {
#define STATE(name)
#define LOCK(kind, state) [ompt_mutex_##kind] = ompt_state_##state,
#include "observed_states.def"
#undef STATE
#undef LOCK
};

/* From ompt_state_undefined on; no answer has that state itself.  */
int
gomp_ompt_enumerate_states (int current, int *next, const char **name)
{
  for (size_t i = 0; i + 1 < GOMP_ARRAY_SIZE (states); i++)
    if (states[i].state == current)
      {
        *next = states[i + 1].state;
        *name = states[i + 1].name;
        return 1;
      }
  return 0;
}

/* All have the same implementation, which has no name.  */
int
gomp_ompt_enumerate_mutex_impls (int current, int *next, const char **name)
{
  (void)current;
  (void)next;
  (void)name;
  return 0;
}

int
gomp_ompt_get_state (ompt_wait_id_t *wait_id)
{
  struct gomp_observed_thread *thread = this_thread ();
  if (wait_id != NULL)
    *wait_id = ompt_wait_id_none;
  if (thread == NULL)
    return ompt_state_undefined;
  const void *lock
      = atomic_load_explicit (&thread->wanted, memory_order_relaxed);
  if (lock != NULL)
    {
      if (wait_id != NULL)
        *wait_id = (ompt_wait_id_t)(uintptr_t)lock;
      return lock_waits[thread->wanted_kind];
    }
  int wait = atomic_load_explicit (&thread->state, memory_order_relaxed);
  if (wait != 0)
    return wait;
  struct gomp_observed_task *task = thread->task;
  if (task == NULL)
    return ompt_state_idle;
  return task->region == NULL ? ompt_state_work_serial
                              : ompt_state_work_parallel;
}

/* ---- The thread, its regions and tasks.  */

ompt_data_t *
gomp_ompt_get_thread_data (void)
{
  struct gomp_observed_thread *thread = this_thread ();
  return thread == NULL ? NULL : &thread->data;
}

/* The task LEVEL tasks below the current one, or NULL.  */
static struct gomp_observed_task *
task_at (int level)
{
  struct gomp_observed_thread *thread = this_thread ();
  struct gomp_observed_task *task
      = thread == NULL || level < 0 ? NULL : thread->task;
  for (; task != NULL && level > 0; level--)
    task = task->below;
  return task;
}

/* The implicit task of the region LEVEL regions outside TASK's, or NULL.  */
static struct gomp_observed_task *
implicit_at (struct gomp_observed_task *task, int level)
{
  for (; task != NULL; task = task->below)
    if (gomp_observed_is_implicit (task) && level-- == 0)
      break;
  return task;
}

int
gomp_ompt_get_parallel_info (int level, ompt_data_t **parallel_data,
                             int *team_size)
{
  struct gomp_observed_task *task
      = level < 0 ? NULL : implicit_at (task_at (0), level);
  if (task == NULL || task->region == NULL)
    return 0;
  if (parallel_data != NULL)
    *parallel_data = &task->region->data;
  if (team_size != NULL)
    *team_size = (int)task->size;
  return 2;
}

int
gomp_ompt_get_task_info (int level, int *flags, ompt_data_t **task_data,
                         ompt_frame_t **frame, ompt_data_t **parallel_data,
                         int *thread_num)
{
  struct gomp_observed_task *task = task_at (level);
  struct gomp_observed_task *implicit = implicit_at (task, 0);
  if (task == NULL)
    return 0;
  if (flags != NULL)
    *flags = task->flags;
  if (task_data != NULL)
    *task_data = &task->data;
  if (frame != NULL)
    *frame = gomp_observed_frames (task);
  if (parallel_data != NULL)
    *parallel_data = gomp_observed_team (task);
  if (thread_num != NULL)
    *thread_num = implicit == NULL || (implicit->flags & ompt_task_initial) != 0
                      ? 0
                      : (int)implicit->number;
  return 2;
}

int
gomp_ompt_get_task_memory (void **address, size_t *size, int block)
{
  (void)block;
  *address = NULL;
  *size = 0;
  return 0;
}

/* ---- The machine.  */

int
gomp_ompt_get_num_procs (void)
{
  return (int)(gomp_places_defined () ? gomp_places_num_procs ()
                                      : os_num_procs ());
}

int
gomp_ompt_get_num_places (void)
{
  return (int)gomp_places.count;
}

int
gomp_ompt_get_place_proc_ids (int place, int size, int *ids)
{
  int count = gomp_places_cpus (place, NULL);
  if (count <= size && ids != NULL)
    gomp_places_cpus (place, ids);
  return count;
}

int
gomp_ompt_get_place_num (void)
{
  const struct gomp_thread *self = gomp_self_known ();
  return self == NULL ? -1 : self->place;
}

int
gomp_ompt_get_partition_place_nums (int size, int *numbers)
{
  const struct gomp_thread *self = gomp_self_known ();
  if (self == NULL)
    return 0;
  struct gomp_partition p = self->partition;
  for (uint32_t i = 0; (int)p.count <= size && i < p.count; i++)
    numbers[i] = (int)(p.first + i);
  return (int)p.count;
}

int
gomp_ompt_get_proc_id (void)
{
  return (int)os_current_cpu ();
}

int
gomp_ompt_get_num_devices (void)
{
  return gomp_device_visible_count ();
}

/* Each thread takes one number at a time: a thread that needs many should have
   its own counter.  */
uint64_t
gomp_ompt_get_unique_id (void)
{
  static _Atomic uint64_t last;
  return atomic_fetch_add_explicit (&last, 1, memory_order_relaxed) + 1;
}

void
gomp_ompt_finalize_tool (void)
{
  gomp_ompt_finish ();
}
