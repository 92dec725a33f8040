/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target own_device } */
/* A program that may share memory but would not need it.  */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */

#include <stdlib.h>

#define N 100

int
main (void)
{
  int *a = malloc (N * sizeof *a), sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target enter data map(to : a[0 : N])
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < N; i++)
    sum += a[i]++;
#pragma omp target exit data map(from : a[0 : N])
  if (sum != 4950 || a[7] != 8)
    abort ();
  free (a);
  return 0;
}
