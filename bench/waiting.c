/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures how waiting slows down other work, in microseconds of a region or
   phase (medians):

     work     a region in which each thread works for about 100 us
     serial   that work without a region
     phases   10 such regions, then 10 rounds of a pool of pthreads, as many as
              the team, that each work as long; time of a pool's round
     pool     the same without regions  */

#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 64
#define SAMPLES 201
#define ROUNDS 10

static long spins = 1;
static pthread_barrier_t begin, end;

static void
work (void)
{
  for (long i = 0; i < spins; i++)
    __asm__ volatile("");
}

/* Takes 100 us, by the best of several tries.  */
static void
calibrate (void)
{
  double best = 1;

  spins = 1000000;
  for (int i = 0; i < 50; i++)
    {
      double start = omp_get_wtime ();
      work ();
      double took = omp_get_wtime () - start;
      if (took < best)
        best = took;
    }
  spins = (long)(spins * 100e-6 / best);
}

static void *
pool_thread (void *unused)
{
  for (;;)
    {
      pthread_barrier_wait (&begin);
      work ();
      pthread_barrier_wait (&end);
    }
  return unused;
}

static void
make_pool (int threads)
{
  pthread_t thread;

  pthread_barrier_init (&begin, NULL, threads);
  pthread_barrier_init (&end, NULL, threads);
  for (int i = 1; i < threads; i++)
    if (pthread_create (&thread, NULL, pool_thread, NULL) != 0)
      exit (1);
}

static void
regions (int count)
{
  while (count--)
#pragma omp parallel
    work ();
}

static void
pool_rounds (int count)
{
  while (count--)
    {
      pthread_barrier_wait (&begin);
      work ();
      pthread_barrier_wait (&end);
    }
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double
sample (const char *mode)
{
  int rounds = ROUNDS;

  if (strcmp (mode, "phases") == 0)
    regions (ROUNDS);
  double start = omp_get_wtime ();
  if (strcmp (mode, "work") == 0)
    regions (rounds);
  else if (strcmp (mode, "serial") == 0)
    for (int i = 0; i < rounds; i++)
      work ();
  else
    pool_rounds (rounds);
  return (omp_get_wtime () - start) * 1e6 / rounds;
}

int
main (int argc, char **argv)
{
  static double times[SAMPLES];
  double sum = 0;

  if (argc != 2)
    return fprintf (stderr, "usage: waiting work|serial|phases|pool\n"), 2;
  calibrate ();
  make_pool (omp_get_max_threads ());
  for (int i = 0; i < SAMPLES; i++)
    sum += times[i] = sample (argv[1]);
  qsort (times, SAMPLES, sizeof (*times), compare);
  printf ("%s at %d: median %.1f, mean %.1f, 90 %% below %.1f\n", argv[1],
          omp_get_max_threads (), times[SAMPLES / 2], sum / SAMPLES,
          times[SAMPLES * 9 / 10]);
  return 0;
}
