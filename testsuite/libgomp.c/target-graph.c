/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "8" } */
/* { dg-skip-stock "its target tasks do not order with tasks behind detach" } */
/* Random graphs of tasks that only dependences order: host tasks, regions and
   data directives with nowait on two devices, tasks with an event or with
   priorities, in taskgroups or not, waited for in all ways.  The results are
   the same as if the tasks ran one after the other.  */

#include <stdint.h>

#include "../unit/random.h"
#include "target-check.h"

#define CELLS 6
#define TASKS 60
#define ROUNDS 25

static int cells[CELLS], model[CELLS];
static int seen[TASKS], expected[TASKS]; /* what readers saw, should see */
static int devices;
static uint64_t state;

static int
below (int limit)
{
  return (int)random_below (&state, (unsigned)limit);
}

static int
some_device (void)
{
  return devices < 2 ? omp_get_default_device () : below (2);
}

/* ---- Tasks that change cell K, the T-th ones.  */

static void
change_on_host (int k, int t)
{
#pragma omp task depend(inout: cells[k]) priority(below (9))
  cells[k] = cells[k] * 3 + t;
}

static void
change_on_device (int k, int t)
{
  int d = some_device ();
#pragma omp target nowait map(tofrom: cells[k:1]) depend(inout: cells[k]) \
  firstprivate(t) device(d)
  cells[k] = cells[k] * 3 + t;
}

/* Each a construct of its own, that all wait for the one before.  */
static void
change_by_directives (int k, int t)
{
  int d = some_device ();
#pragma omp target enter data map(alloc: cells[k:1]) nowait device(d) \
  depend(inout: cells[k])
#pragma omp target update to(cells[k:1]) nowait device(d) \
  depend(inout: cells[k])
#pragma omp target map(alloc: cells[k:1]) nowait device(d) firstprivate(t) \
  depend(inout: cells[k])
  cells[k] = cells[k] * 3 + t;
#pragma omp target update from(cells[k:1]) nowait device(d) \
  depend(inout: cells[k])
#pragma omp target exit data map(release: cells[k:1]) nowait device(d) \
  depend(inout: cells[k])
}

/* It ends when another task fulfils its event.  */
static void
change_with_event (int k, int t)
{
  omp_event_handle_t event;
#pragma omp task detach(event) depend(inout: cells[k])
  cells[k] = cells[k] * 3 + t;
#pragma omp task firstprivate(event)
  omp_fulfill_event (event);
}

static void
change_at_once (int k, int t)
{
#pragma omp target map(tofrom: cells[k:1]) depend(inout: cells[k]) \
  device(some_device ())
  cells[k] = cells[k] * 3 + t;
}

/* ---- Tasks that look at it.  */

static void
read_on_host (int k, int t)
{
#pragma omp task depend(in: cells[k]) priority(below (9))
  seen[t] = cells[k];
}

static void
read_on_device (int k, int t)
{
  int d = some_device ();
#pragma omp target nowait map(to: cells[k:1]) map(from: seen[t:1]) \
  depend(in: cells[k]) firstprivate(t) device(d)
  seen[t] = cells[k];
}

static void
change (int k, int t)
{
  model[k] = model[k] * 3 + t;
  switch (below (8))
    {
    case 0:
    case 1:
      change_on_host (k, t);
      break;
    case 2:
      change_by_directives (k, t);
      break;
    case 3:
      /* One thread alone waits for the event where it makes the task.  */
      if (omp_in_parallel ())
        change_with_event (k, t);
      else
        change_on_host (k, t);
      break;
    case 4:
      change_at_once (k, t);
      break;
    default:
      change_on_device (k, t);
    }
}

static void
look (int k, int t)
{
  expected[t] = model[k];
  if (below (3) == 0)
    read_on_host (k, t);
  else
    read_on_device (k, t);
}

static void
wait_somehow (int k)
{
  int how = below (6);
  if (how == 0)
    {
#pragma omp taskwait
      for (int i = 0; i < CELLS; i++)
        CHECK (cells[i] == model[i]);
    }
  else if (how == 1)
    {
#pragma omp taskwait depend(in: cells[k])
      CHECK (cells[k] == model[k]);
    }
}

static void
some_tasks (int first, int end)
{
  for (int t = first; t < end; t++)
    {
      int k = below (CELLS);
      expected[t] = seen[t] = 0;
      if (below (2))
        change (k, t);
      else
        look (k, t);
      if (below (8) == 0)
        wait_somehow (k);
    }
}

static void
graph (void)
{
  for (int t = 0; t < TASKS;)
    {
      int end = t + 1 + below (TASKS - t);
      if (below (2))
        some_tasks (t, end);
      else
        {
#pragma omp taskgroup
          some_tasks (t, end);
          for (int i = t; i < end; i++)
            CHECK (seen[i] == expected[i]);
        }
      t = end;
    }
}

static void
check_all (void)
{
  for (int t = 0; t < TASKS; t++)
    CHECK (seen[t] == expected[t]);
  for (int k = 0; k < CELLS; k++)
    {
      CHECK (cells[k] == model[k]);
      for (int d = 0; d < devices; d++)
        CHECK (!omp_target_is_present (&cells[k], d)
               || !memory_is_separate (d));
    }
}

static void
in_a_team (void)
{
#pragma omp parallel
#pragma omp single
  graph ();
  check_all ();
}

static void
outside (void)
{
  graph ();
#pragma omp taskwait
  check_all ();
}

/* A construct that is cancelled before it starts does nothing, one that has
   started does all.  */
static void
cancelled (void)
{
  static int parts[TASKS][4];
  int from = below (TASKS);
  for (int t = 0; t < TASKS; t++)
    parts[t][0] = parts[t][1] = parts[t][2] = parts[t][3] = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int t = 0; t < TASKS; t++)
      {
        int d = some_device ();
#pragma omp target nowait map(tofrom: parts[t]) firstprivate(t) device(d) \
  depend(inout: parts[t % 3])
        for (int i = 0; i < 4; i++)
          parts[t][i] = t + i;
        if (t == from)
          {
#pragma omp task
            {
#pragma omp cancel taskgroup
            }
          }
      }
  }
  for (int t = 0; t < TASKS; t++)
    {
      int done = parts[t][3] != 0;
      for (int i = 0; i < 4; i++)
        CHECK (parts[t][i] == (done ? t + i : 0));
      for (int d = 0; d < devices; d++)
        CHECK (!omp_target_is_present (parts[t], d)
               || !memory_is_separate (d));
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  devices = omp_get_num_devices ();
  for (int round = 0; round < ROUNDS; round++)
    {
      state = random_start ((uint64_t)round);
      in_a_team ();
      outside ();
      cancelled ();
    }
  return 0;
}
