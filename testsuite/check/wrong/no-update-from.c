/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Within target data a result is read without target update.  */

#include <stdio.h>

int
main (void)
{
  int a[10] = { 0 };
#pragma omp target data map(tofrom : a)
  {
#pragma omp target
    for (int i = 0; i < 10; i++)
      a[i] = i + 1;
    printf ("%d\n", a[3]); /* { dg-check lost } */
  }
  return 0;
}
