/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target tasks whose launches end on a thread that is not the library's, at
   once or later.  Each is started and completed once, in the order of its
   dependences, inside regions of several sizes and outside of regions.  */

#include "offload/directive/targettask.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "check.h"
#include "tasking/task.h"
#include "team/team.h"

#define TASKS 300

struct payload
{
  int number;
  enum
  {
    AT_ONCE, /* done when start returns */
    BEFORE,  /* completed before start returns */
    LATER    /* completed by the other thread */
  } kind;
  int *cell; /* set to NUMBER by finish, or NULL */
};

static _Atomic (void *) launched[TASKS];
static atomic_int started, finished;
static atomic_bool stop;

static bool
start (void *data, void *handle)
{
  struct payload *p = data;
  atomic_fetch_add (&started, 1);
  if (p->cell != NULL)
    EXPECT (*p->cell == p->number - 1);
  if (p->kind == AT_ONCE)
    {
      if (p->cell != NULL)
        *p->cell = p->number;
      atomic_fetch_add (&finished, 1);
      return false;
    }
  if (p->kind == BEFORE)
    gomp_target_task_complete (handle);
  else
    atomic_store (&launched[p->number % TASKS], handle);
  return true;
}

static void
finish (void *data)
{
  struct payload *p = data;
  if (p->cell != NULL)
    *p->cell = p->number;
  atomic_fetch_add (&finished, 1);
}

static void
drop (void *data)
{
  (void)data;
}

static const struct gomp_target_task_ops ops = { start, finish, drop };

/* The device, as it were.  */
static void *
complete_launched (void *arg)
{
  (void)arg;
  while (!atomic_load (&stop))
    {
      usleep (50);
      for (int i = 0; i < TASKS; i++)
        {
          void *handle = atomic_exchange (&launched[i], NULL);
          if (handle != NULL)
            gomp_target_task_complete (handle);
        }
    }
  return NULL;
}

static void
spawn (int number, int *cell)
{
  struct payload *p = gomp_alloc (sizeof (*p));
  p->number = number;
  p->kind = rand () % 3;
  p->cell = cell;
  void *depend[] = { (void *)1, (void *)1, cell };
  gomp_target_task_spawn (&ops, p, cell == NULL ? NULL : depend);
}

static int cell;

/* All of them; WAIT for them here.  */
static void
spawn_all (bool wait)
{
  cell = 0;
  for (int i = 1; i <= TASKS / 2; i++)
    {
      spawn (i + TASKS / 2, NULL);
      spawn (i, &cell);
    }
  if (!wait)
    return;
  void *depend[] = { (void *)1, (void *)0, &cell };
  gomp_target_task_wait_depend (depend);
  EXPECT (!gomp_target_task_must_wait (depend));
  EXPECT (cell == TASKS / 2);
  gomp_task_wait_children (gomp_self ());
  EXPECT (atomic_load (&finished) == TASKS);
}

static void
region (void *arg)
{
  if (gomp_self ()->thread_num == 0)
    spawn_all (arg != NULL);
}

static void
in_team_of (unsigned nthreads)
{
  for (int round = 0; round < 20; round++)
    {
      started = finished = 0;
      struct gomp_team_request req = { .fn = region,
                                       .data = round % 2 ? &req : NULL,
                                       .nthreads = nthreads };
      gomp_team_run (gomp_self (), &req);
      EXPECT (atomic_load (&started) == TASKS);
      EXPECT (atomic_load (&finished) == TASKS);
      EXPECT (cell == TASKS / 2);
    }
}

static void
one_thread (void)
{
  in_team_of (1);
}

static void
two_threads (void)
{
  in_team_of (2);
}

static void
eight_threads (void)
{
  in_team_of (8);
}

static void
no_team (void)
{
  for (int round = 0; round < 20; round++)
    {
      started = finished = 0;
      EXPECT (gomp_target_task_may_defer ());
      spawn_all (round % 2);
      gomp_tasking_drain (gomp_self ());
      EXPECT (atomic_load (&finished) == TASKS);
    }
}

/* A thread that ends completes its target tasks first.  */
static void *
thread_that_ends (void *arg)
{
  (void)arg;
  spawn_all (false);
  return NULL;
}

static void
thread_end (void)
{
  pthread_t thread;
  started = finished = 0;
  EXPECT (pthread_create (&thread, NULL, thread_that_ends, NULL) == 0);
  pthread_join (thread, NULL);
  EXPECT (atomic_load (&finished) == TASKS);
}

int
main (void)
{
  pthread_t device;
  EXPECT (pthread_create (&device, NULL, complete_launched, NULL) == 0);
  RUN (one_thread);
  RUN (two_threads);
  RUN (eight_threads);
  RUN (no_team);
  RUN (thread_end);
  atomic_store (&stop, true);
  pthread_join (device, NULL);
  return check_done ();
}
