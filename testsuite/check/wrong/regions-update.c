/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Updates of what regions are still to read and write on the device.  */

#include <stdio.h>

#define N 100

int
main (void)
{
  int a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
#pragma omp target data map(to : a, b)
  {
#pragma omp target nowait
    for (int i = 0; i < N / 2; i++)
      a[i] = b[i];
#pragma omp target update from(a[N / 2 : N / 2])
#pragma omp target update from(a[ : N / 2]) /* { dg-check race } */
#pragma omp target update to(b) /* { dg-check race } */
#pragma omp taskwait
#pragma omp target update from(a)
#pragma omp target nowait depend(out : b)
    for (int i = 0; i < N; i++)
      b[i] = a[i];
#pragma omp target update to(a) nowait /* { dg-check race } */
#pragma omp target update from(b) depend(in : b)
#pragma omp taskwait
  }
  printf ("%d %d\n", a[3], b[3]);
  return 0;
}
