/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names and lines are there with -flto and compressed debug information.  */
/* { dg-options "-O2 -flto -g -gz" } */
/* { dg-output "outside of what is mapped: values" } */
/* { dg-output "the copy of values, 160 bytes" } */
/* { dg-output "by target enter data .[^ ]*link-time-optimization.c:13." } */

#include <stdlib.h>

static int __attribute__ ((noinline)) add (const int *values, int n)
{
  int sum = 0;
#pragma omp target enter data map(to : values[0 : n]) /* { dg-check leak } */
#pragma omp target map(tofrom : sum)
  for (int i = 0; i <= n; i++)
    sum += values[i]; /* { dg-check bounds } */
  return sum;
}

int
main (void)
{
  int *a = calloc (41, sizeof (int));
  return add (a, 40);
}
