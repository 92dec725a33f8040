/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points for task reductions.  Any thread.  */

#include "abi/gomp_region.h"
#include "abi/gomp_task.h"
#include "base/diag.h"
#include "tasking/group.h"
#include "team/team.h"

void
GOMP_taskgroup_reduction_register (uintptr_t *data)
{
  gomp_reduction_register (gomp_self (), data);
}

void
GOMP_taskgroup_reduction_unregister (uintptr_t *data)
{
  gomp_reduction_unregister (data);
}

void
GOMP_task_reduction_remap (size_t cnt, size_t cntorig, void **ptrs)
{
  if (!gomp_reduction_remap (gomp_self (), cnt, cntorig, ptrs))
    gomp_fatal_recorded ();
}

void
GOMP_workshare_task_reduction_unregister (bool cancelled)
{
  struct gomp_thread *self = gomp_self ();
  gomp_reduction_workshare_end (self);
  if (!cancelled && self->team != NULL)
    gomp_abi_barrier (ompt_sync_region_barrier_implicit_workshare);
}
