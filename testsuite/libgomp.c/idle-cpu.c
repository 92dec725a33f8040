/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "2 4 8" } */
/* { dg-set-target-env-var OMP_MAX_ACTIVE_LEVELS "2" } */
/* Threads without work use no CPU from 10 ms after the last region on.  That
   also holds for the threads of inner teams, and after many short regions,
   after which waits spin longer.  The threads do not even look for work from
   time to time.  On a busy machine they may fall asleep late, so it is enough
   if one of several naps shows this.  */

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "check.h"

#define NAP_MS 300
#define NAPS 30

static void
nap (long ms)
{
  struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };
  nanosleep (&ts, NULL);
}

static double
ms_of (struct timeval t)
{
  return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static double
cpu_ms (const struct rusage *u)
{
  return ms_of (u->ru_utime) + ms_of (u->ru_stime);
}

/* The user asked for it.  */
static int
spins_for_ever (void)
{
  const char *policy = getenv ("OMP_WAIT_POLICY");
  return policy != NULL && (policy[0] == 'a' || policy[0] == 'A');
}

/* This thread goes to sleep and wakes up, nothing more.  */
static int
is_idle (void)
{
  struct rusage before, after;
  nap (10);
  getrusage (RUSAGE_SELF, &before);
  nap (NAP_MS);
  getrusage (RUSAGE_SELF, &after);
  return cpu_ms (&after) - cpu_ms (&before) < 1
         && after.ru_nvcsw - before.ru_nvcsw <= 2;
}

static void
look_at_idle_threads (void)
{
  int naps = 1;
  while (!is_idle () && naps < NAPS)
    naps++;
  CHECK (naps < NAPS);
}

int
main (void)
{
  if (spins_for_ever ())
    return 0;
  for (int i = 0; i < 1000; i++)
#pragma omp parallel
    __asm__ volatile("" ::: "memory");
  look_at_idle_threads ();
  for (int i = 0; i < 100; i++)
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(3)
    __asm__ volatile("" ::: "memory");
  look_at_idle_threads ();
  return 0;
}
