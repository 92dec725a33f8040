/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads keep the CPUs that the program gave them, however often the library
   moves threads apart; and the library binds no thread that the program did not
   bind.  */
/* { dg-threads "2 4 8" } */

#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

#define MOST 64
#define SECONDS 0.2

static cpu_set_t given[MOST];

static int
masks_that_differ (void)
{
  int differ = 0;
#pragma omp parallel reduction(+ : differ)
  {
    cpu_set_t now;
    if (sched_getaffinity (0, sizeof (now), &now) != 0
        || !CPU_EQUAL (&now, &given[omp_get_thread_num ()]))
      {
        fprintf (stderr, "thread %d has another mask\n", omp_get_thread_num ());
        differ = 1;
      }
  }
  return differ;
}

/* Short regions and barriers, so that threads on one CPU wait for each
   other.  */
static void
be_crowded (void)
{
  double start = omp_get_wtime ();
  while (omp_get_wtime () - start < SECONDS)
#pragma omp parallel
    {
#pragma omp barrier
    }
}

static void
check (const char *what)
{
  be_crowded ();
  int differ = masks_that_differ ();
  if (differ)
    fprintf (stderr, "%s\n", what);
  CHECK (!differ);
}

/* The process's CPUs without the N-th, if there are others.  */
static void
leave_out (cpu_set_t *set, int n)
{
  int cpus = CPU_COUNT (set);
  for (int cpu = 0; cpus > 1 && cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET (cpu, set) && n-- % cpus == 0)
      {
        CPU_CLR (cpu, set);
        return;
      }
}

int
main (void)
{
  cpu_set_t all;
  if (sched_getaffinity (0, sizeof (all), &all) != 0)
    return 0;
  for (int i = 0; i < MOST; i++)
    given[i] = all;
  check ("nothing was set");

#pragma omp parallel
  {
    cpu_set_t *mine = &given[omp_get_thread_num ()];
    leave_out (mine, omp_get_thread_num () / 2);
    if (sched_setaffinity (0, sizeof (*mine), mine) != 0)
      *mine = all;
  }
  check ("each thread set its own");
  return 0;
}
