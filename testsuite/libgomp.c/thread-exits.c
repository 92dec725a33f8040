/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-sanitizer-options "quarantine_size_mb=0" } */
/* { dg-skip-stock "the stock runtime leaks a team a thread" } */
/* Threads of the program use regions and end, by a return, by pthread_exit or
   by a cancellation outside of regions.  They leave nothing behind: neither
   threads nor memory grow over 10^4 such threads, or as many as there is time
   for beside other processes.  */

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "check.h"

#define ROUNDS 1250
#define SECONDS 20
#define AT_ONCE 8

static long
status (const char *name)
{
  char line[256];
  long value = -1;
  FILE *f = fopen ("/proc/self/status", "r");
  CHECK (f != NULL);
  while (fgets (line, sizeof (line), f) != NULL)
    if (sscanf (line, name, &value) == 1)
      break;
  fclose (f);
  return value;
}

static void *
visit (void *arg)
{
  int number = *(int *)arg;
  int count = 0;
#pragma omp parallel num_threads(2) reduction(+ : count)
  count++;
  CHECK (count == 2);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
  count++;
  CHECK (count == 3);
  if (number % 3 == 1)
    pthread_exit (NULL);
  while (number % 3 == 2)
    {
      pthread_testcancel ();
      sched_yield ();
    }
  return NULL;
}

/* On a busy machine threads may be refused for a while.  */
static void
start (pthread_t *thread, int *number)
{
  int error;
  while ((error = pthread_create (thread, NULL, visit, number)) != 0)
    {
      CHECK (error == EAGAIN);
      usleep (1000);
    }
}

static void
run (int rounds)
{
  double end = omp_get_wtime () + SECONDS;
  for (int i = 0; i < rounds && omp_get_wtime () < end; i++)
    {
      pthread_t threads[AT_ONCE];
      int numbers[AT_ONCE];
      for (int k = 0; k < AT_ONCE; k++)
        {
          numbers[k] = k;
          start (&threads[k], &numbers[k]);
        }
      for (int k = 0; k < AT_ONCE; k++)
        {
          if (k % 3 == 2)
            CHECK (pthread_cancel (threads[k]) == 0);
          pthread_join (threads[k], NULL);
        }
    }
}

int
main (void)
{
  run (50);
  long threads = status ("Threads: %ld");
  long memory = status ("VmRSS: %ld");
  run (ROUNDS);
  CHECK (status ("Threads: %ld") <= threads + AT_ONCE);
  CHECK (status ("VmRSS: %ld") <= memory + 4096);
  return 0;
}
