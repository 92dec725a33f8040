/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target tasks; see offload/targettask.h.  */

#include "offload/targettask.h"

#include "base/mem.h"
#include "tasking/task.h"

void
gomp_target_task_spawn (const struct gomp_target_task_ops *ops, void *payload,
                        void **depend)
{
  (void)depend;
  if (ops->start (payload, NULL))
    ops->finish (payload);
  gomp_free (payload);
}

void
gomp_target_task_complete (void *handle)
{
  (void)handle;
}

void
gomp_target_task_wait_depend (void **depend)
{
  (void)depend;
}

bool
gomp_target_task_may_defer (void)
{
  return false;
}

bool
gomp_target_task_must_wait (void **depend)
{
  (void)depend;
  return false;
}
