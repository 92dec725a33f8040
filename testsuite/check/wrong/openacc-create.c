/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-O2 -fopenacc" } */
/* The data region creates what its region reads: copyin is meant.  */

int
main (void)
{
  int a[100], sum = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma acc data create(a)
#pragma acc parallel loop present(a) reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += a[i]; /* { dg-check unwritten } */
  return sum == 1;
}
