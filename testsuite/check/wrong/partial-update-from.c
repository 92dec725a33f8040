/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The update from has a part of what the region changed.  */

#include <stdlib.h>

#define N 40

int
main (void)
{
  int *a = calloc (N, sizeof (int)), sum = 0;
#pragma omp target data map(to : a[0 : N])
  {
#pragma omp target
    for (int i = 0; i < N; i++)
      a[i] = i + 1;
#pragma omp target update from(a[0 : 1])
    for (int i = 0; i < N; i++)
      sum += a[i]; /* { dg-check lost } */
  }
  free (a);
  return sum == 3;
}
