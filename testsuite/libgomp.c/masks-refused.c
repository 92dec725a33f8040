/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A process that may not set affinity masks, or not even ask for them, from its
   start or from some time on.  Regions of threads that share CPUs work, and the
   library prints nothing.  If the system answers by ending the process, the
   library does not ask.  */
/* { dg-threads "2 4 8" } */
/* { dg-set-target-env-var OMP_PROC_BIND "false" } */
/* { dg-not-output "[^ \n]" } */

#define _GNU_SOURCE
#include "seccomp.h"

#include <omp.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define SECONDS 0.1

#define REFUSE SECCOMP_ERROR (EPERM)

/* Short regions and barriers, so that threads on one CPU wait for each
   other.  */
static void
be_crowded (void)
{
  long come = 0, regions = 0;
  double start = omp_get_wtime ();
  while (omp_get_wtime () - start < SECONDS)
    {
      regions++;
#pragma omp parallel reduction(+ : come)
      {
        come++;
#pragma omp barrier
      }
    }
  CHECK (come == regions * omp_get_max_threads ());
}

/* In a child, as a filter stays.  */
static void
try (unsigned set, unsigned get, int late)
{
  pid_t child = fork ();
  int status;
  if (child == 0)
    {
      /* Without the threads that may be about to ask.  */
      if (late)
        {
          be_crowded ();
          omp_pause_resource_all (omp_pause_soft);
        }
      seccomp_answer (SYS_sched_setaffinity, set, SYS_sched_getaffinity, get);
      be_crowded ();
      _exit (0);
    }
  CHECK (child > 0 && waitpid (child, &status, 0) == child && status == 0);
}

int
main (void)
{
  for (int late = 0; late < 2; late++)
    {
      try (REFUSE, SECCOMP_RET_ALLOW, late);
      try (REFUSE, REFUSE, late);
      try (SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ALLOW, late);
    }
  return 0;
}
