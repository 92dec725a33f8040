/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "2 4 8" } */
/* { dg-set-target-env-var OMP_MAX_ACTIVE_LEVELS "2" } */
/* Threads without work use no CPU from 10 ms after the last region on, also
   those of inner teams and after many short regions, which let waits spin.  */

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "check.h"

#define NAP_MS 300

static void
nap (long ms)
{
  struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };
  nanosleep (&ts, NULL);
}

static double
cpu_ms (void)
{
  struct rusage u;
  getrusage (RUSAGE_SELF, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3
         + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

/* The user asked for it.  */
static int
spins_for_ever (void)
{
  const char *policy = getenv ("OMP_WAIT_POLICY");
  return policy != NULL && (policy[0] == 'a' || policy[0] == 'A');
}

static void
look_at_idle_threads (void)
{
  nap (10);
  double before = cpu_ms ();
  nap (NAP_MS);
  CHECK (cpu_ms () - before < NAP_MS / 10.0);
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
