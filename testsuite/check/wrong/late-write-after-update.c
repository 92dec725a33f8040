/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Boundary values are set on the host after the update that should bring
   them.  */

#include <stdio.h>
#include <string.h>

#define N 40

static double u[N];

static void
set_boundary (double left, double right)
{
  memcpy (&u[0], &left, sizeof (left));
  u[N - 1] = right;
}

int
main (void)
{
  double inner = 0;
#pragma omp target data map(tofrom : u)
  {
#pragma omp target update to(u)
    set_boundary (1, 2);
#pragma omp target map(tofrom : inner)
    for (int i = 1; i < N - 1; i++)
      inner += u[i - 1] + u[i + 1]; /* { dg-check stale } */
  }
  printf ("%g\n", inner);
  return 0;
}
