/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures what sanitizers cost in regions: the same parallel loop over 32 MB
   on the host and in a region whose data is mapped, in turns.  Prints the least
   times, in milliseconds, and the median of the rounds' ratios, with quartiles:
   once with arrays that the host has stored, as in most programs, and once with
   arrays that the device has stored, too.  Then ThreadSanitizer knows the same
   of both.  The aim: the region takes at most the host's time.

   Both arrays must have been stored on the host: pages that were only read are
   all the same page of zeros, so that the host would read from its cache what
   the region reads from memory.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 2000000
#define ROUNDS 41

static double a[N], b[N];

#pragma omp declare target
static void
relax (double *x, const double *y)
{
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    x[i] = 0.5 * (y[i - 1] + y[i + 1]) + x[i];
}

static void
store (double *x, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = y[i] = i;
}
#pragma omp end declare target

static double
time_host (void)
{
  double start = omp_get_wtime ();
  relax (a, b);
  return omp_get_wtime () - start;
}

static double
time_region (void)
{
  double start = omp_get_wtime ();
#pragma omp target map(a, b)
  relax (a, b);
  return omp_get_wtime () - start;
}

static int
compare (const void *x, const void *y)
{
  double first = *(const double *)x, second = *(const double *)y;
  return (first > second) - (first < second);
}

static void
keep_least (double *least, double seconds)
{
  if (seconds < *least)
    *least = seconds;
}

/* With the data mapped.  STORED tells what the arrays are.  */
static void
measure (const char *stored)
{
  double least_host = 1e9, least_region = 1e9, ratios[ROUNDS];
  for (int i = 0; i < ROUNDS; i++)
    {
      double host = i % 2 ? time_host () : 0, region = time_region ();
      if (i % 2 == 0)
        host = time_host ();
      keep_least (&least_host, host);
      keep_least (&least_region, region);
      ratios[i] = region / host;
    }
  qsort (ratios, ROUNDS, sizeof *ratios, compare);
  printf ("stored %s: host %.2f ms, region %.2f ms, ratio %.2f (%.2f to "
          "%.2f)\n",
          stored, least_host * 1e3, least_region * 1e3, ratios[ROUNDS / 2],
          ratios[ROUNDS / 4], ratios[ROUNDS - 1 - ROUNDS / 4]);
}

int
main (void)
{
  store (a, b);
#pragma omp target data map(tofrom : a, b)
  {
    measure ("by the host");
#pragma omp target map(a, b)
    store (a, b);
    measure ("by both");
  }
  return 0;
}
