/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* update to where the result should come back.  */

#include <stdio.h>

int
main (void)
{
  int a[25] = { 0 };
#pragma omp target data map(to : a)
  {
#pragma omp target
    for (int i = 0; i < 25; i++)
      a[i] = i + 1;
#pragma omp target update to(a)
    printf ("%d\n", a[5]); /* { dg-check lost } */
  }
  return 0;
}
