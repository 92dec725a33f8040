/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region after the exit data of its data.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <stdlib.h>

int
main (void)
{
  int *a = calloc (64, sizeof (int));
#pragma omp target enter data map(to : a[0 : 64])
#pragma omp target
  a[1] = 1;
#pragma omp target exit data map(from : a[0 : 64])
#pragma omp target
  a[2] = 2; /* { dg-check host-memory } */
  return a[1] != 1;
}
