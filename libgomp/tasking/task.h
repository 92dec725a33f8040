/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks, and tasking's part of threads and teams.  */

#ifndef GOMP_TASKING_TASK_H
#define GOMP_TASKING_TASK_H

#include "team/hooks.h"
#include "team/self.h"

struct gomp_task_member;

struct gomp_task
{
  struct gomp_task_env env;        /* data environment; must be first */
  struct gomp_task_member *member; /* place in the team that runs it, or NULL */
};

/* One thread's place in a team.  */
struct gomp_task_member
{
  struct gomp_task implicit; /* the implicit task */
} GOMP_CACHE_ALIGNED;

/* Tasking's part of a team.  */
struct gomp_task_team
{
  unsigned nthreads;                 /* members */
  struct gomp_task_member members[]; /* one a thread */
};

/* Tasking's part of a thread.  */
struct gomp_task_thread
{
  struct gomp_task initial; /* the initial task outside any region */
};

static inline struct gomp_task *
gomp_task_current (struct gomp_thread *self)
{
  return (struct gomp_task *)self->task;
}

#endif
