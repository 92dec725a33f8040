/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting threads consider the CPUs that threads may use now.  Changes of the
   masks of the whole process and of each thread are noticed while regions
   follow each other, also by threads that may wait for ever without
   sleeping.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "abi/gomp_team.h"
#include "check.h"
#include "icv/icv.h"
#include "sync/running.h"
#include "sync/spin.h"
#include "team/team.h"

#define TEAM 3
/* Of a second that it should take.  */
#define PATIENCE_S 100

static cpu_set_t all;
static int first, last;

static void
use_mask (void *arg)
{
  EXPECT (sched_setaffinity (0, sizeof (cpu_set_t), arg) == 0);
}

static void
use_cpu (void *arg)
{
  cpu_set_t own;
  (void)arg;
  CPU_ZERO (&own);
  CPU_SET (gomp_self ()->thread_num == 0 ? first : last, &own);
  use_mask (&own);
}

/* The primary comes first, and waits.  */
static void
work (void *arg)
{
  struct timespec ts = { 0, 200000 };
  if (gomp_self ()->thread_num != 0)
    nanosleep (&ts, arg);
}

static bool
comes_to (unsigned cpus)
{
  time_t end = time (NULL) + PATIENCE_S;
  while (time (NULL) < end)
    {
      GOMP_parallel (work, NULL, TEAM, 0);
      if (gomp_running_cpus () == cpus)
        return true;
    }
  return false;
}

static void
change_masks (uint64_t spin_ns)
{
  cpu_set_t one;
  gomp_spin_policy.spin_ns = spin_ns;
  CPU_ZERO (&one);
  CPU_SET (first, &one);
  GOMP_parallel (use_mask, &one, TEAM, 0);
  EXPECT (comes_to (1));
  GOMP_parallel (use_cpu, NULL, TEAM, 0);
  EXPECT (comes_to (2));
  GOMP_parallel (use_mask, &all, TEAM, 0);
  EXPECT (comes_to ((unsigned)CPU_COUNT (&all)));
}

static void
test_spinning_threads_notice (void)
{
  change_masks (UINT64_MAX);
}

static void
test_sleeping_threads_notice (void)
{
  change_masks (0);
}

int
main (void)
{
  setenv ("OFFGOMP_CPU_QUOTA", "false", 1);
  /* Before threads read it.  */
  gomp_spin_policy.fixed = true;
  EXPECT (sched_getaffinity (0, sizeof all, &all) == 0);
  while (!CPU_ISSET (first, &all))
    first++;
  for (int cpu = first; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET (cpu, &all))
      last = cpu;
  if (first == last)
    {
      printf ("UNSUPPORTED: one CPU\n");
      return 0;
    }
  RUN (test_spinning_threads_notice);
  RUN (test_sleeping_threads_notice);
  return check_done ();
}
