/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region reads memory that it has freed.  */

#include <stdlib.h>

int
main (void)
{
  int n = 100, sum = 0;
#pragma omp target map(tofrom : sum)
  {
    int *volatile a = calloc (n, sizeof (int));
    free (a);
    sum = a[n / 2]; /* { dg-report "heap-use-after-free" } */
  }
  return sum;
}
