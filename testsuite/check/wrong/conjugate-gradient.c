/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A solver keeps its vectors on the device; the residual that decides is
   updated to the host before the region that computes it.  */

#include <stdio.h>
#include <stdlib.h>

#define N 64

static void
multiply (const double *p, double *q, int n)
{
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    q[i] = 2 * p[i] - (i > 0 ? p[i - 1] : 0) - (i < n - 1 ? p[i + 1] : 0);
}

int
main (void)
{
  double *p = malloc (N * sizeof (double)), *q = malloc (N * sizeof (double));
  double *r = malloc (N * sizeof (double)), norm = 0;
  for (int i = 0; i < N; i++)
    p[i] = r[i] = 1;
#pragma omp target data map(to : p[0 : N]) map(alloc : q[0 : N]) map(tofrom : r[0 : N])
  {
    for (int k = 0; k < 3; k++)
      {
        multiply (p, q, N);
#pragma omp target update from(r[0 : N])
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
          r[i] -= q[i] / 2;
        norm = 0;
        for (int i = 0; i < N; i++)
          norm += r[i] * r[i]; /* { dg-check lost } */
      }
  }
  printf ("%g\n", norm);
  free (p);
  free (q);
  free (r);
  return 0;
}
