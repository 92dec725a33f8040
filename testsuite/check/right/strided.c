/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Every other element is used, and the rest has no value.  */

#include <stdlib.h>

#define N 64

int
main (void)
{
  double *a = malloc (N * sizeof (double)), sum = 0;
  for (int i = 0; i < N; i += 2)
    a[i] = i;
#pragma omp target data map(to : a[0 : N])
  {
#pragma omp target
    for (int i = 1; i < N; i += 2)
      a[i] = a[i - 1];
#pragma omp target map(tofrom : sum)
    for (int i = 1; i < N; i += 2)
      sum += a[i];
  }
  for (int i = 0; i < N; i += 2)
    sum -= a[i];
  free (a);
  return sum != 0;
}
