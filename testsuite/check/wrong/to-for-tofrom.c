/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The result of a region is mapped to the device only.  */

#include <stdlib.h>


#define N 100

int
main (void)
{
  int *a = malloc (N * sizeof (int)), sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target map(to : a[0 : N])
  for (int i = 0; i < N; i++)
    a[i] *= 2;
  for (int i = 0; i < N; i++)
    sum += a[i]; /* { dg-check lost } */
  free (a);
  return sum == 0;
}
