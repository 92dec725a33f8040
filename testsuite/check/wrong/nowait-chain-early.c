/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A chain of constructs with nowait, ordered by dependences; the host reads the
   result without a wait.  A team of one thread: nothing begins before it waits,
   so that all is to be known from the clauses.  */

#include <stdio.h>
#include <stdlib.h>

#define N 1000

int
main (void)
{
  float *a = malloc (N * sizeof (*a)), *c = malloc (N * sizeof (*c)), sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = (float)i;
#pragma omp parallel num_threads(1)
  {
#pragma omp target enter data map(alloc : a[0 : N], c[0 : N]) nowait           \
    depend(out : a[0], c[0])
#pragma omp target update to(a[0 : N]) nowait depend(inout : a[0])
#pragma omp target nowait depend(in : a[0]) depend(out : c[0])
    for (int i = 0; i < N; i++)
      c[i] = 2 * a[i];
#pragma omp target exit data map(release : a[0 : N]) map(from : c[0 : N])      \
    nowait depend(inout : a[0], c[0])
    for (int i = 0; i < N; i++)
      sum += c[i]; /* { dg-check race } */
  }
  printf ("%g\n", (double)sum);
  free (a);
  free (c);
  return 0;
}
