/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One array by halves on two devices, and from one to the other.  */

/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
#include <stdlib.h>

#define N 40

int
main (void)
{
  int *a = calloc (N, sizeof (int)), bad = 0;
#pragma omp target enter data map(to : a[0 : N / 2]) device(0)
#pragma omp target enter data map(to : a[N / 2 : N / 2]) device(1)
#pragma omp target device(0)
  for (int i = 0; i < N / 2; i++)
    a[i] = i;
#pragma omp target device(1) map(a[N / 2 : N / 2])
  for (int i = N / 2; i < N; i++)
    a[i] = i;
#pragma omp target exit data map(from : a[0 : N / 2]) device(0)
#pragma omp target exit data map(from : a[N / 2 : N / 2]) device(1)
  for (int i = 0; i < N; i++)
    bad |= a[i] != i;
  for (int d = 0; d < 2; d++)
    {
#pragma omp target map(tofrom : a[0 : N]) device(d)
      for (int i = 0; i < N; i++)
        a[i]++;
    }
  bad |= a[7] != 9;
#pragma omp target data map(to : a[0 : N]) device(0)
#pragma omp target data map(to : a[0 : N]) device(1)
  {
#pragma omp target device(0)
    a[0] = 100;
#pragma omp target update from(a[0 : 1]) device(0)
#pragma omp target update to(a[0 : 1]) device(1)
#pragma omp target map(tofrom : bad) device(1)
    bad |= a[0] != 100;
  }
  free (a);
  return bad;
}
