/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A loop of the region ends too early; map(from:) brings the rest, too.  */

#include <stdio.h>

#define N 100

int
main (void)
{
  double a[N], sum = 0;
#pragma omp target map(from : a)
  for (int i = 0; i < N - 1; i++)
    a[i] = i;
  for (int i = 0; i < N; i++)
    sum += a[i]; /* { dg-check unwritten } */
  printf ("%g\n", sum);
  return 0;
}
