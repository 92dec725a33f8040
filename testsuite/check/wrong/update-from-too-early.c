/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The update is ordered before the region that computes.  */

#include <stdio.h>

int
main (void)
{
  int a[25] = { 0 };
#pragma omp target enter data map(to : a)
#pragma omp target update from(a) nowait depend(inout : a)
#pragma omp target nowait depend(inout : a)
  for (int i = 0; i < 25; i++)
    a[i] = i + 1;
#pragma omp taskwait
  printf ("%d\n", a[5]); /* { dg-check lost } */
#pragma omp target exit data map(release : a)
  return 0;
}
