/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions of the device go beyond declare target variables by pointers that
   they were given or kept.  */

#include <stdio.h>

#pragma omp declare target
static int first[16], second[16] = { 1 };
static double third[4];
static int *kept;

static int
sum (const int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i]; /* { dg-check bounds } */
  return s;
}

static void
keep (void)
{
  kept = second;
}
#pragma omp end declare target

int
main (void)
{
  int s = 0, t = 0;
#pragma omp target map(tofrom : s)
  s = sum (first, 17);
#pragma omp target map(tofrom : t)
  {
    keep ();
    third[1] = 1;
    t = kept[-1];             /* { dg-check bounds } */
    t += *(&third[3] + 1) > 0; /* { dg-check bounds } */
  }
  printf ("%d\n", s + t);
  return 0;
}
