/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points for taskloop: decode the compiler's arguments, call tasking/.
   Any thread.  */

#include "abi/gomp_task.h"
#include "tasking/taskloop.h"

/* Everything but the bounds, which have two types.  */
static struct gomp_taskloop_request
decode (void (*fn) (void *), void *data, void (*cpyfn) (void *, void *),
        long arg_size, long arg_align, unsigned flags, unsigned long num_tasks,
        int priority)
{
  return (struct gomp_taskloop_request){
    .task = {
      .fn = fn,
      .data = data,
      .copy = cpyfn,
      .size = (size_t)arg_size,
      .align = (size_t)arg_align,
      .priority = flags & GOMP_TASK_PRIORITY
                      ? gomp_task_clamp_priority (priority) : 0,
      .may_defer = (flags & GOMP_TASK_IF) != 0,
      .final = (flags & GOMP_TASK_FINAL) != 0,
    },
    .tasks = num_tasks,
    .grainsize = (flags & GOMP_TASK_GRAINSIZE) != 0,
    .strict = (flags & GOMP_TASK_STRICT) != 0,
    .group = (flags & GOMP_TASK_NOGROUP) == 0,
    .reduction = (flags & GOMP_TASK_REDUCTION) != 0,
  };
}

void
GOMP_taskloop (void (*fn) (void *), void *data, void (*cpyfn) (void *, void *),
               long arg_size, long arg_align, unsigned flags,
               unsigned long num_tasks, int priority, long start, long end,
               long step)
{
  struct gomp_taskloop_request req = decode (
      fn, data, cpyfn, arg_size, arg_align, flags, num_tasks, priority);
  struct gomp_thread *self = gomp_self_fast ();
  bool up = step > 0;
  if (likely (self != NULL))
    gomp_taskloop_long (self, &req, up, start, end, step);
  else
    gomp_taskloop_observed_long (&req, GOMP_CALLER, up, start, end, step);
}

void
GOMP_taskloop_ull (void (*fn) (void *), void *data,
                   void (*cpyfn) (void *, void *), long arg_size,
                   long arg_align, unsigned flags, unsigned long num_tasks,
                   int priority, unsigned long long start,
                   unsigned long long end, unsigned long long step)
{
  struct gomp_taskloop_request req = decode (
      fn, data, cpyfn, arg_size, arg_align, flags, num_tasks, priority);
  struct gomp_thread *self = gomp_self_fast ();
  bool up = (flags & GOMP_TASK_UP) != 0;
  if (likely (self != NULL))
    gomp_taskloop_ull (self, &req, up, start, end, step);
  else
    gomp_taskloop_observed_ull (&req, GOMP_CALLER, up, start, end, step);
}
