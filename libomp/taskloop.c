/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Taskloops: all tasks are copies of the task that the code has made.  */

#include <string.h>

#include "task.h"

#define AT struct ident *at, int32_t thread

typedef void duplicate (struct task *to, struct task *from, int32_t is_last);

EXPORT void __kmpc_taskloop (AT, struct task *task, int32_t may_defer,
                             uint64_t *lower, uint64_t *upper, int64_t step,
                             int32_t nogroup, int32_t kind, uint64_t value,
                             duplicate *copy);
EXPORT void __kmpc_taskloop_5 (AT, struct task *task, int32_t may_defer,
                               uint64_t *lower, uint64_t *upper, int64_t step,
                               int32_t nogroup, int32_t kind, uint64_t value,
                               int32_t modifier, duplicate *copy);
EXPORT void __kmpc_taskgroup (AT);
EXPORT void __kmpc_end_taskgroup (AT);

/* The clause that gives VALUE.  */
enum
{
  GRAINSIZE = 1
};

struct taskloop
{
  struct task *pattern;
  size_t lower_at; /* offset of the bounds in a task */
  size_t upper_at;
  size_t last_at; /* offset of the mark of the last iteration */
  uint64_t lower; /* the first value */
  uint64_t step;
  duplicate *copy;             /* copies private variables; or NULL */
  struct offgomp_task request; /* of the part that is spawned */
};

static inline void
put (struct task *task, size_t at, uint64_t value)
{
  memcpy ((char *)task + at, &value, sizeof (value));
}

/* Spawn a task of COUNT iterations from FIRST on.  */
static void
spawn_part (struct taskloop *loop, uint64_t first, uint64_t count, bool is_last)
{
  struct offgomp_task_head *head = libomp_task_head (loop->pattern);
  struct task *task = libomp_task_make (head->flags, head->size, head->shareds,
                                        loop->pattern->entry);
  void *shareds = task->shareds;
  int32_t last = is_last;
  memcpy (task, loop->pattern, head->size);
  task->shareds = shareds;
  if (head->shareds != 0)
    memcpy (shareds, loop->pattern->shareds, head->shareds);
  put (task, loop->lower_at, loop->lower + first * loop->step);
  put (task, loop->upper_at, loop->lower + (first + count - 1) * loop->step);
  memcpy ((char *)task + loop->last_at, &last, sizeof (last));
  if (loop->copy != NULL)
    loop->copy (task, loop->pattern, last);
  loop->request.block = libomp_task_head (task);
  core.task_spawn (&loop->request);
}

static void
spawn_all (struct taskloop *loop, uint64_t count, struct offgomp_split split)
{
  uint64_t first = 0;
  for (uint64_t i = 0; i < split.tasks; i++)
    {
      uint64_t size = split.size + (i < split.large);
      if (size > count - first)
        size = count - first;
      spawn_part (loop, first, size, first + size == count);
      first += size;
    }
}

/* The code's own task does not run.  The step and the mark of the last
   iteration are behind the upper bound.  */
void
__kmpc_taskloop_5 (AT, struct task *task, int32_t may_defer, uint64_t *lower,
                   uint64_t *upper, int64_t step, int32_t nogroup, int32_t kind,
                   uint64_t value, int32_t modifier, duplicate *copy)
{
  uint64_t span = step > 0 ? *upper - *lower : *lower - *upper;
  uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;
  uint64_t count = span / stride + 1;
  size_t upper_at = (size_t)((char *)upper - (char *)task);
  struct taskloop loop = { .pattern = task,
                           .lower_at = (size_t)((char *)lower - (char *)task),
                           .upper_at = upper_at,
                           .last_at = upper_at + 2 * sizeof (uint64_t),
                           .lower = *lower,
                           .step = (uint64_t)step,
                           .copy = copy,
                           .request = libomp_task_describe (task) };
  loop.request.may_defer = may_defer != 0;
  if (nogroup == 0)
    __kmpc_taskgroup (at, thread);
  if (count != 0)
    {
      spawn_all (&loop, count,
                 core.taskloop_split (count, kind == 0 ? 0 : value,
                                      kind == GRAINSIZE, modifier != 0));
      if (libomp_may_be_observed ())
        core.taskloop_end (count);
    }
  libomp_task_finish (task);
  if (nogroup == 0)
    __kmpc_end_taskgroup (at, thread);
}

void
__kmpc_taskloop (AT, struct task *task, int32_t may_defer, uint64_t *lower,
                 uint64_t *upper, int64_t step, int32_t nogroup, int32_t kind,
                 uint64_t value, duplicate *copy)
{
  __kmpc_taskloop_5 (at, thread, task, may_defer, lower, upper, step, nogroup,
                     kind, value, 0, copy);
}
