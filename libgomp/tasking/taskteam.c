/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The life of tasking's part of a team and of a thread.

   Owns initial and implicit tasks.  The team's primary thread starts and ends
   the team's part, each thread enters and leaves its implicit task.
   OpenMP 5.1 sections 2.6 and 2.12.  */

#include "tasking/task.h"

#include "base/mem.h"

static struct gomp_task_thread *
thread_data (struct gomp_thread *self)
{
  if (unlikely (self->tasking == NULL))
    {
      self->tasking = gomp_xalloc_zeroed (sizeof (*self->tasking));
      self->tasking->initial.env.implicit = true;
      self->tasking->initial.env.icv = &gomp_icv_global.initial;
    }
  return self->tasking;
}

struct gomp_task_env *
gomp_tasking_initial_task (struct gomp_thread *self)
{
  return &thread_data (self)->initial.env;
}

void
gomp_tasking_thread_fini (struct gomp_thread *self)
{
  if (self->tasking == NULL)
    return;
  if (self->tasking->initial.env.icv_owned)
    gomp_free (self->tasking->initial.env.icv);
  gomp_free (self->tasking);
  self->tasking = NULL;
}

size_t
gomp_tasking_team_size (unsigned nthreads)
{
  return sizeof (struct gomp_task_team)
         + nthreads * sizeof (struct gomp_task_member);
}

void
gomp_tasking_team_start (struct gomp_team *team, struct gomp_icv *icv,
                         struct gomp_task_env *parent)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  tasks->nthreads = gomp_team_nthreads (team);
  for (unsigned i = 0; i < tasks->nthreads; i++)
    {
      struct gomp_task *task = &tasks->members[i].implicit;
      task->member = &tasks->members[i];
      task->env = (struct gomp_task_env){ .icv = icv,
                                          .implicit = true,

                                          .parent = parent };
    }
}

void
gomp_tasking_team_end (struct gomp_team *team)
{
  (void)team;
}

void
gomp_tasking_team_free (struct gomp_team *team)
{
  (void)team;
}

void
gomp_tasking_thread_enter (struct gomp_thread *self)
{
  struct gomp_task_team *tasks = gomp_team_tasking (self->team);
  thread_data (self);
  self->task = &tasks->members[self->thread_num].implicit.env;
}

void
gomp_tasking_thread_leave (struct gomp_thread *self)
{
  struct gomp_task_env *implicit = self->task;
  if (implicit->icv_owned)
    gomp_free (implicit->icv);
  implicit->icv_owned = false;
  self->task
      = self->thread_num == 0 ? implicit->parent : &self->tasking->initial.env;
}

size_t
gomp_tasking_pending (struct gomp_team *team)
{
  (void)team;
  return 0;
}

bool
gomp_tasking_run_one (struct gomp_thread *self)
{
  (void)self;
  return false;
}

void
gomp_tasking_cancel_team (struct gomp_team *team)
{
  (void)team;
}

bool
gomp_tasking_cancel_group (struct gomp_thread *self)
{
  (void)self;
  return false;
}

bool
gomp_tasking_group_cancelled (struct gomp_thread *self)
{
  (void)self;
  return false;
}

void
gomp_tasking_drain (struct gomp_thread *self)
{
  (void)self;
}

void
gomp_tasking_workshare_begin (struct gomp_thread *self, uintptr_t *array,
                              bool first, uintptr_t *shared)
{
  (void)self;
  (void)array;
  (void)first;
  (void)shared;
}

void
gomp_tasking_parallel_register (uintptr_t *array, unsigned nthreads)
{
  (void)array;
  (void)nthreads;
}

void
gomp_tasking_parallel_enter (struct gomp_thread *self, uintptr_t *array)
{
  (void)self;
  (void)array;
}
