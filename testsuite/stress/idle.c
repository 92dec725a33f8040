/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread that runs a task does not count as one that sleeps and could run
   tasks, wherever it found the task.  Otherwise threads that make tasks would
   make useless system calls.  Waits do not spin here, so many tasks are found
   by the last look before a sleep.  A task takes two switches between threads,
   so the test makes as many as it has time for.  */

#include <stdatomic.h>

#include "abi/gomp_task.h"
#include "abi/gomp_team.h"
#include "check.h"
#include "icv/icv.h"
#include "random.h"
#include "sync/wait.h"
#include "team/team.h"

#define TASKS 2000
#define LONGEST_NS 2000000000

static atomic_uint begun, ended; /* tasks that the other thread began, that it
                                    may end */
static uint64_t choices;

static void
await (atomic_uint *count, unsigned value)
{
  while (atomic_load (count) < value)
    os_yield ();
}

static void
task (void *number)
{
  atomic_fetch_add (&begun, 1);
  await (&ended, *(unsigned *)number);
}

/* A task that has one never runs at once.  */
static void
copy (void *to, void *from)
{
  *(unsigned *)to = *(unsigned *)from;
}

static void
make_tasks (void *at_barrier)
{
  uint64_t end = os_time_ns () + LONGEST_NS * (uint64_t)random_factor;
  for (unsigned i = 1;
       gomp_self ()->thread_num == 0 && i <= TASKS * (unsigned)random_factor
       && os_time_ns () < end;
       i++)
    {
      for (volatile unsigned j = random_below (&choices, 20000); j > 0;)
        j--;
      GOMP_task (task, &i, copy, sizeof (i), sizeof (i), true, 0, NULL, 0,
                 NULL);
      await (&begun, i);
      EXPECT (atomic_load (&gomp_self ()->team->idle) == 0);
      atomic_store (&ended, i);
    }
  if (at_barrier != NULL)
    GOMP_barrier ();
}

static void
test_who_runs_a_task_is_not_idle (void)
{
  gomp_icv_initial ();
  gomp_spin_policy.spin_ns = 0;
  gomp_spin_policy.throttled_ns = 0;
  gomp_spin_policy.fixed = true;
  for (int i = 0; i < 2; i++)
    {
      atomic_store (&begun, 0);
      atomic_store (&ended, 0);
      GOMP_parallel (make_tasks, i == 0 ? &begun : NULL, 2, 0);
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  choices = random_start (0);
  RUN (test_who_runs_a_task_is_not_idle);
  return check_done ();
}
