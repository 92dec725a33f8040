/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Halos of an array are updated, the rest is not.  */

#include <stdlib.h>


#define N 100

int
main (void)
{
  double *u = calloc (N, sizeof (double)), sum = 0;
#pragma omp target data map(tofrom : u[0 : N])
  {
#pragma omp target
    for (int i = 0; i < N; i++)
      u[i] = i;
#pragma omp target update from(u[0 : 1], u[N - 1 : 1])
    double left = u[0], right = u[N - 1];
    u[0] = right;
    u[N - 1] = left;
#pragma omp target update to(u[0 : 1], u[N - 1 : 1])
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < N; i++)
      sum += u[i];
  }
  int bad = sum != N * (N - 1) / 2 || u[0] != N - 1;
  free (u);
  return bad;
}
