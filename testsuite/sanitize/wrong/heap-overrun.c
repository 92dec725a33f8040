/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A device function writes past the end of what it has allocated.  */

#include <stdlib.h>

#pragma omp declare target
static void
fill (int *a, int n)
{
  for (int i = 0; i <= n; i++)
    a[i] = i; /* { dg-report "heap-buffer-overflow" } */
}
#pragma omp end declare target

int
main (void)
{
  int n = 100, sum = 0;
#pragma omp target map(tofrom : sum)
  {
    int *a = malloc (n * sizeof (*a));
    fill (a, n);
    sum = a[1] + a[2];
    free (a);
  }
  return sum != 3;
}
