/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=undefined" } */
/* A region adds to the largest number.  */

#include <limits.h>

int
main (void)
{
  int a[3] = { INT_MAX, 1, 2 };
#pragma omp target map(tofrom : a)
  a[0] += a[1]; /* { dg-report "signed integer overflow" } */
  return a[2] != 2;
}
