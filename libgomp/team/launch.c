/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launched regions in a device process; see launch.h.  Owns no data: works on
   the calling thread's.  */

#include "team/launch.h"

#include "base/mem.h"
#include "team/hooks.h"
#include "team/self.h"

/* What an earlier region set with omp_set_* does not last.  */
static COLD void
reset_icvs (struct gomp_task_env *task)
{
  gomp_free (task->icv);
  task->icv = &gomp_icv_global.initial;
  task->icv_owned = false;
}

void
gomp_launch_enter (uint64_t tag, int thread_limit)
{
  struct gomp_thread *self = gomp_self ();
  self->device_tag = tag;
  self->team_num = 0;
  self->num_teams = 1;
  if (unlikely (self->task->icv_owned))
    reset_icvs (self->task);
  self->default_allocator = gomp_icv_global.allocator;
  if (unlikely (thread_limit > 0))
    gomp_icv_writable (self)->thread_limit = (uint32_t)thread_limit;
}

void
gomp_launch_leave (void)
{
  struct gomp_thread *self = gomp_self ();
  gomp_tasking_drain (self);
  self->device_tag = 0;
}

uint64_t
gomp_launch_tag (void)
{
  const struct gomp_thread *self = gomp_self_known ();
  return self != NULL ? self->device_tag : 0;
}
