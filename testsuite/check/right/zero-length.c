/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections of no elements: the pointer of what is present, and null.  */

#include <stdlib.h>

static int __attribute__ ((noinline)) sum_of (const int *a, int n)
{
  int sum = 0;
#pragma omp target map(to : a[0 : n]) map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int
main (void)
{
  int *a = malloc (20 * sizeof (int)), sum = 0;
  for (int i = 0; i < 20; i++)
    a[i] = i;
  int bad
      = sum_of (NULL, 0) != 0 || sum_of (a, 0) != 0 || sum_of (a, 20) != 190;
#pragma omp target data map(to : a[0 : 20])
#pragma omp target map(alloc : a[0 : 0]) map(tofrom : sum)
  for (int i = 0; i < 20; i++)
    sum += a[i];
  free (a);
  return bad || sum != 190;
}
