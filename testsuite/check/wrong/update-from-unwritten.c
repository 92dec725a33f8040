/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An update brings rows that no region has written yet.  */

#include <stdio.h>
#include <stdlib.h>

#define N 32

int
main (void)
{
  int *a = calloc (N * N, sizeof (int)), bad = 0;
#pragma omp target data map(alloc : a[0 : N * N])
  {
#pragma omp target
    for (int i = 0; i < N / 2 * N; i++)
      a[i] = i;
#pragma omp target update from(a[0 : N * N])
    for (int i = 0; i < N * N; i++)
      bad += a[i] != i; /* { dg-check unwritten } */
  }
  printf ("%d\n", bad != 0);
  free (a);
  return 0;
}
