/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A solver whose vectors stay on the device; scalars and the solution come
   back.  */

#include <stdlib.h>

#define N 64

static void
multiply (const double *p, double *q, int n)
{
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    q[i] = 2 * p[i] - (i > 0 ? p[i - 1] : 0) - (i < n - 1 ? p[i + 1] : 0);
}

static double
product (const double *a, const double *b, int n)
{
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)            \
    map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void
add (double *a, double factor, const double *b, int n)
{
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] += factor * b[i];
}

int
main (void)
{
  double *x = calloc (N, sizeof (double)), *r = malloc (N * sizeof (double));
  double *p = malloc (N * sizeof (double)), *q = malloc (N * sizeof (double));
  for (int i = 0; i < N; i++)
    r[i] = p[i] = 1;
#pragma omp target data map(to : r[0 : N], p[0 : N]) map(alloc : q[0 : N])       \
    map(tofrom : x[0 : N])
  {
    double old = product (r, r, N), new;
    for (int k = 0; k < N && old > 1e-20; k++, old = new)
      {
        multiply (p, q, N);
        double alpha = old / product (p, q, N);
        add (x, alpha, p, N);
        add (r, -alpha, q, N);
        new = product (r, r, N);
#pragma omp target teams distribute parallel for firstprivate(new, old)
        for (int i = 0; i < N; i++)
          p[i] = r[i] + new / old * p[i];
      }
  }
  double error = 2 * x[0] - x[1] - 1;
  int bad = error > 1e-6 || error < -1e-6;
  free (x);
  free (r);
  free (p);
  free (q);
  return bad;
}
