/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The update asks a device that has no copy.  */

/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
#include <stdio.h>

int
main (void)
{
  int a[25] = { 0 };
#pragma omp target data map(to : a) device(1)
  {
#pragma omp target device(1)
    for (int i = 0; i < 25; i++)
      a[i] = i + 1;
#pragma omp target update from(a) device(0)
    printf ("%d\n", a[5]); /* { dg-check lost } */
  }
  return 0;
}
