/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data is on one device, the region runs on another.  */

/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-shouldfail "the device cannot reach it" } */
#include <stdlib.h>

int
main (void)
{
  int *a = calloc (10, sizeof (int));
#pragma omp target enter data map(to : a[0 : 10]) device(0)
#pragma omp target device(1)
  a[4] = 1; /* { dg-check host-memory } */
  return 0;
}
