/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The reduction variable is mapped to the device only.  */

#include <stdio.h>

int
main (void)
{
  int sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)           \
    map(to : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  printf ("%d\n", sum); /* { dg-check lost } */
  return 0;
}
