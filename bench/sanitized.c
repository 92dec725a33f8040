/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures what sanitizers cost in regions: the same parallel loop over 32 MB
   on the host and in a region whose data is mapped, the best of nine rounds, in
   milliseconds.  The aim: the region takes at most the host's time.  */

#include <omp.h>
#include <stdio.h>

#define N 2000000
#define ROUNDS 9

static double a[N], b[N];

#pragma omp declare target
static void
relax (double *x, const double *y)
{
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    x[i] = 0.5 * (y[i - 1] + y[i + 1]) + x[i];
}
#pragma omp end declare target

static void
keep_least (double *least, double seconds)
{
  if (seconds < *least)
    *least = seconds;
}

int
main (void)
{
  double host = 1e9, region = 1e9;
#pragma omp target data map(tofrom : a, b)
  for (int i = 0; i < ROUNDS; i++)
    {
      double start = omp_get_wtime ();
      relax (a, b);
      keep_least (&host, omp_get_wtime () - start);
      start = omp_get_wtime ();
#pragma omp target map(a, b)
      relax (a, b);
      keep_least (&region, omp_get_wtime () - start);
    }
  printf ("host %.2f ms, region %.2f ms, ratio %.2f\n", host * 1e3,
          region * 1e3, region / host);
  return 0;
}
