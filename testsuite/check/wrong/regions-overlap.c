/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that nothing orders work on parts of an array that have one element in
   common, by whichever of them it is written last.  */

#include <stdio.h>

#define N 1000

int
main (void)
{
  static int a[N], b[N];
#pragma omp target data map(tofrom : a) map(to : b)
  {
#pragma omp target nowait
    for (int i = 0; i < N / 2; i++)
      a[i] = b[i];
#pragma omp target nowait /* { dg-check race } */
    for (int i = N / 2 - 1; i < N; i++)
      a[i] = b[i] + 1;
#pragma omp taskwait
    /* Only the first of them is waited for by the third.  */
#pragma omp target nowait depend(out : a[0])
    for (int i = 0; i < N / 2; i++)
      a[i]++;
#pragma omp target nowait depend(out : a[1])
    for (int i = N / 2; i < N; i++)
      a[i]++;
#pragma omp target nowait depend(in : a[0]) /* { dg-check race } */
    a[N / 2] = a[0];
#pragma omp taskwait
  }
  printf ("%d\n", a[N / 2 - 1]);
  return 0;
}
