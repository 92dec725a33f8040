/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread of the program is bound inside its regions and nowhere else: a
   thread that it starts has the mask that the program gave it, also one that it
   sets between regions.  */
/* { dg-do report }
   { dg-set-target-env-var OMP_PROC_BIND "close" }
   { dg-set-target-env-var OMP_PLACES "threads" }
   { dg-skip-stock "the initial thread stays bound" } */

#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static cpu_set_t own; /* what the program was started with */
static const char *self_path;

static int
mask_is (const cpu_set_t *wanted)
{
  cpu_set_t now;
  sched_getaffinity (0, sizeof now, &now);
  return CPU_EQUAL (&now, wanted);
}

/* Whether the threads of a region are where it says they are.  */
static int
region (void)
{
  int wrong = 0;
#pragma omp parallel num_threads(2) reduction(+ : wrong)
  {
    cpu_set_t now;
    sched_getaffinity (0, sizeof now, &now);
    int place = omp_get_place_num ();
    int cpus[CPU_SETSIZE];
    int n = omp_get_place_num_procs (place);
    omp_get_place_proc_ids (place, cpus);
    if (place != omp_get_thread_num () % omp_get_num_places ()
        || CPU_COUNT (&now) != n)
      wrong++;
    for (int i = 0; i < n; i++)
      wrong += !CPU_ISSET (cpus[i], &now);
  }
  return wrong == 0;
}

/* Regions that follow each other closely give the mask back a little later,
   when another thread gets to it.  */
static int
comes_to (const cpu_set_t *wanted)
{
  while (!mask_is (wanted))
    usleep (1000);
  return 1;
}

static int
series (void)
{
  int good = 1;
  for (int i = 0; i < 2000; i++)
    good &= region ();
  return good && comes_to (&own);
}

static int
status_of (pid_t pid)
{
  int status;
  waitpid (pid, &status, 0);
  return status == 0;
}

static int
forked (int inner_regions)
{
  pid_t pid = fork ();
  if (pid == 0)
    {
      int good = mask_is (&own);
      for (int i = 0; i < inner_regions; i++)
        good &= region ();
      _exit (good ? 0 : 1);
    }
  return status_of (pid);
}

/* Fork right after regions that follow each other closely.  */
static int
forked_in_series (void)
{
  int good = 1;
  for (int i = 0; i < 20; i++)
    {
      for (int j = 0; j < 50; j++)
        good &= region ();
      good &= forked (2);
    }
  return good;
}

static int
forked_inside (void)
{
  int good = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    pid_t pid = fork ();
    if (pid == 0)
      _exit (mask_is (&own) ? 0 : 1);
    good = status_of (pid);
  }
  return good;
}

extern char **environ;

static int
spawned (void)
{
  pid_t pid;
  char *arguments[] = { (char *)self_path, (char *)"mask", NULL };
  region ();
  usleep (10000);
  region ();
  if (posix_spawn (&pid, self_path, NULL, NULL, arguments, environ) != 0)
    return 0;
  return status_of (pid);
}

static int
by_system (void)
{
  char command[4200];
  snprintf (command, sizeof command, "'%s' mask", self_path);
  usleep (10000);
  region ();
  return system (command) == 0;
}

/* A mask that is not that of the primary's place, if there is another.  */
static cpu_set_t
last_cpu (void)
{
  cpu_set_t one;
  CPU_ZERO (&one);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET (cpu, &own))
      {
        CPU_ZERO (&one);
        CPU_SET (cpu, &one);
      }
  return one;
}

/* Nobody else's business: a mask that the program sets between regions.  */
static int
changed_between (void)
{
  cpu_set_t one = last_cpu ();
  int good = 1;
  usleep (10000);
  good &= region ();
  sched_setaffinity (0, sizeof one, &one);
  good &= region () && comes_to (&one);
  sched_setaffinity (0, sizeof own, &own);
  return good && region () && comes_to (&own);
}

/* Nor while the thread is still bound from the region before: the next region
   binds it all the same.  A mask set while worker 1 gives back the one before
   may be lost.  */
static int
changed_in_series (void)
{
  cpu_set_t one = last_cpu ();
  int good = 1;
  for (int i = 0; i < 20; i++)
    {
      for (int j = 0; j < 50; j++)
        good &= region ();
      sched_setaffinity (0, sizeof one, &one);
      for (int j = 0; j < 50; j++)
        good &= region ();
      while (!mask_is (&one) && !mask_is (&own))
        usleep (1000);
      sched_setaffinity (0, sizeof own, &own);
    }
  return good && region () && comes_to (&own);
}

static int
changed_inside (void)
{
  cpu_set_t one = last_cpu ();
  int good = 1;
#pragma omp parallel num_threads(2)
#pragma omp master
  sched_setaffinity (0, sizeof one, &one);
  good &= comes_to (&one) && region () && comes_to (&one);
  sched_setaffinity (0, sizeof own, &own);
  return good;
}

/* A thread of the program that had nested regions is none of the library's in a
   child either.  */
static int
forked_after_nested (void)
{
  cpu_set_t one = last_cpu ();
  int good = 1;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp parallel num_threads(2) reduction(& : good)
    good &= omp_get_level () == 2;
  }
  comes_to (&own);
  sched_setaffinity (0, sizeof one, &one);
  pid_t pid = fork ();
  if (pid == 0)
    _exit (mask_is (&one) ? 0 : 1);
  good &= status_of (pid);
  sched_setaffinity (0, sizeof own, &own);
  return good;
}

static void *
thread_main (void *arg)
{
  int *good = arg;
  *good = mask_is (&own) && series ();
  return NULL;
}

static int
other_thread (void)
{
  pthread_t thread;
  int good = 0;
  region ();
  comes_to (&own);
  pthread_create (&thread, NULL, thread_main, &good);
  pthread_join (thread, NULL);
  return good;
}

/* Workers are added while the primary is bound.  */
static int
growing (void)
{
  int good = 1;
  for (int i = 0; i < 100; i++)
    {
      int n = 0;
#pragma omp parallel num_threads(1 + i % 7) reduction(+ : n)
      n++;
      good &= n == 1 + i % 7;
    }
  return good && series ();
}

/* Regions of one thread only, in a thread that has no workers: after many short
   ones they need not be bound any more, but what is nested in them is.  */
static int
alone (void)
{
  int good = 1;
  usleep (10000);
  for (int i = 0; i < 2000; i++)
    {
      int inside = 0;
#pragma omp parallel num_threads(1) reduction(+ : inside)
      inside += omp_get_place_num () == 0;
      good &= inside && (i % 100 != 0 || mask_is (&own));
    }
  return good && mask_is (&own);
}

static void *
alone_main (void *arg)
{
  int *good = arg;
  int nested = 0;
  *good = alone ();
#pragma omp parallel num_threads(1)
  nested = region ();
  *good &= nested && mask_is (&own) && alone () && series ();
  return NULL;
}

static int
other_alone (void)
{
  pthread_t thread;
  int good = 0;
  omp_set_max_active_levels (2);
  pthread_create (&thread, NULL, alone_main, &good);
  pthread_join (thread, NULL);
  return good;
}

static void
report (const char *name, int good)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", name);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  char line[16384];
  self_path = argv[0];
  sched_getaffinity (0, sizeof own, &own);
  if (argc > 1)
    {
      /* Compare with what the parent was started with.  */
      const char *wanted = getenv ("OWN_CPUS");
      snprintf (line, sizeof line, "%d", CPU_COUNT (&own));
      return wanted == NULL || strcmp (wanted, line) != 0;
    }
  snprintf (line, sizeof line, "%d", CPU_COUNT (&own));
  setenv ("OWN_CPUS", line, 1);
  report ("nothing is bound at the start", mask_is (&own));
  report ("bound inside, free after", region () && mask_is (&own));
  report ("free after a series", series ());
  report ("fork after a series", forked_in_series ());
  report ("fork inside a region", forked_inside ());
  report ("posix_spawn", spawned ());
  report ("system", by_system ());
  report ("mask changed between", changed_between ());
  report ("mask changed in a series", changed_in_series ());
  report ("mask changed inside", changed_inside ());
  report ("fork after nested regions", forked_after_nested ());
  report ("another thread", other_thread ());
  report ("growing team", growing ());
  report ("regions of one thread", other_alone ());
  return 0;
}
