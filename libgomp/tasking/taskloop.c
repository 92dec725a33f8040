/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Taskloops: how iterations become tasks.  What depends on the type of the
   loop variable is in taskloop.tmpl.h.  Called by the thread that encounters
   the construct.  OpenMP 5.1 section 2.12.2.  */

#include "tasking/taskloop.h"

#include "base/mem.h"
#include "tasking/group.h"
#include "tasking/observe.h"
#include "tasking/undeferred.h"

static struct gomp_taskloop_split
split_evenly (unsigned long long n, unsigned long long tasks)
{
  return (struct gomp_taskloop_split){ .tasks = tasks,
                                       .large = n % tasks,
                                       .size = n / tasks };
}

struct gomp_taskloop_split
gomp_taskloop_split (const struct gomp_taskloop_request *req,
                     unsigned long long n, unsigned nthreads)
{
  unsigned long long wanted = req->tasks;
  if (!req->grainsize)
    {
      if (wanted == 0)
        wanted = nthreads;
      return split_evenly (n, wanted < n ? wanted : n);
    }
  if (wanted == 0)
    wanted = 1;
  if (req->strict)
    return (struct gomp_taskloop_split){ .tasks
                                         = n / wanted + (n % wanted != 0),
                                         .size = wanted };
  unsigned long long tasks = n / wanted;
  if (tasks == 0)
    tasks = 1;
  unsigned long long left = n - tasks * wanted;
  if (tasks < wanted || left > tasks)
    return split_evenly (n, tasks);
  return (struct gomp_taskloop_split){ .tasks = tasks,
                                       .large = left,
                                       .size = wanted };
}

/* The argument begins with two bounds; the reductions of the taskgroup are
   third.  */
static uintptr_t *
reductions_of (const struct gomp_taskloop_request *req)
{
  return ((uintptr_t **)req->task.data)[2];
}

void
gomp_taskloop_empty (const struct gomp_taskloop_request *req)
{
  /* The program reads this to see that nothing was registered.  */
  if (req->group && req->reduction)
    reductions_of (req)[2] = 0;
}

bool
gomp_taskloop_begin (struct gomp_thread *self,
                     const struct gomp_taskloop_request *req)
{
  if (gomp_task_spawn_cancelled (gomp_task_current (self)))
    {
      gomp_taskloop_empty (req);
      return false;
    }
  if (!req->group)
    return true;
  gomp_taskgroup_begin (self, false);
  if (req->reduction)
    gomp_reduction_register (self, reductions_of (req));
  return true;
}

void
gomp_taskloop_end (struct gomp_thread *self,
                   const struct gomp_taskloop_request *req)
{
  if (req->group)
    gomp_taskgroup_end (self);
}

/* How many tasks of a loop of PARENT, which R describes, should run at once on
   top of it.  */
static unsigned long long
tasks_at_once (struct gomp_thread *self, struct gomp_task *parent,
               const struct gomp_task_request *r)
{
  if (!gomp_task_may_nest (parent))
    return 0;
  if (gomp_task_solitary (parent))
    return ULLONG_MAX;
  unsigned n = gomp_grain_take_batch (&self->tasking->grains, r->fn);
  if (n == 0 && !parent->env.implicit)
    gomp_grain_exclude (&self->tasking->grains, parent->fn);
  return n != 0 ? n : gomp_task_full (parent->member, r->priority);
}

/* Copies from the constructor for a loop whose tasks must all run in place:
   they are made before the first task runs.  */
static struct gomp_task **
make_copies (struct gomp_thread *self, const struct gomp_taskloop_request *req,
             unsigned long long tasks)
{
  struct gomp_task **made = gomp_xalloc (tasks * sizeof (struct gomp_task *));
  for (unsigned long long i = 0; i < tasks; i++)
    made[i] = gomp_task_make (self, &req->task);
  return made;
}

static unsigned
threads_of (struct gomp_thread *self)
{
  return gomp_task_nthreads (gomp_task_current (self)->member->tasks);
}

#define T long
#define NAME(x) x##_long
#include "tasking/taskloop.tmpl.h"

#define T unsigned long long
#define NAME(x) x##_ull
#include "tasking/taskloop.tmpl.h"
