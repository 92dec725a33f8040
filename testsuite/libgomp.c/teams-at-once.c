/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-set-target-env-var OMP_NUM_TEAMS "3" } */
/* The teams of a region on the emulated device run at once, if there are enough
   CPUs: each waits until another one has begun.  */

#include <time.h>

#include "target-check.h"

#pragma omp declare target
static int begun[2];

/* False: the other team did not begin in a time that only a fault takes.  */
static int
meet (int team)
{
  time_t end = time (NULL) + 100;
  int seen = 0;

#pragma omp atomic write
  begun[team] = 1;
  while (!seen && time (NULL) < end)
    {
#pragma omp atomic read
      seen = begun[1 - team];
    }
  return seen;
}

static void
run_team (int *met, int *cpus)
{
  int team = omp_get_team_num ();

  *cpus = omp_get_num_procs ();
  if (*cpus < 2 || team > 1)
    return;
  if (meet (team))
    {
#pragma omp atomic
      ++*met;
    }
}
#pragma omp end declare target

int
main (void)
{
  int met = 0, cpus = 0;

#pragma omp target teams num_teams(2) map(tofrom: met) map(from: cpus)
  run_team (&met, &cpus);
  CHECK (met == (cpus < 2 ? 0 : 2));
  /* No clause: as many as OMP_NUM_TEAMS says.  */
  met = 0;
#pragma omp target map(from: begun)
  begun[0] = begun[1] = 0;
#pragma omp target teams map(tofrom: met) map(from: cpus)
  run_team (&met, &cpus);
  CHECK (met == (cpus < 2 ? 0 : 2));
  return 0;
}
