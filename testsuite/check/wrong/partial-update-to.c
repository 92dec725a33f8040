/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The update to has a part of what the host changed.  */

#include <stdlib.h>

#define N 40

int
main (void)
{
  int *a = calloc (N, sizeof (int)), sum = 0;
#pragma omp target enter data map(to : a[0 : N])
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target update to(a[0 : N / 2])
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* { dg-check stale } */
#pragma omp target exit data map(release : a[0 : N])
  free (a);
  return 0;
}
