/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The section that is mapped lacks the last element.  */

#include <stdlib.h>


#define N 100

int
main (void)
{
  int *a = malloc (N * sizeof (int)), sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target map(to : a[0 : N - 1]) map(tofrom : sum)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* { dg-check bounds } */
  free (a);
  return sum == 0;
}
