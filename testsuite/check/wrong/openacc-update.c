/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-O2 -fopenacc" } */
/* Directives of OpenACC: the host reads elements that it has not updated, and a
   region reads what the host has changed since.  */

int
main (void)
{
  int a[100], sum = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma acc enter data copyin(a)
#pragma acc kernels present(a)
  for (int i = 0; i < 100; i++)
    a[i] = -i;
#pragma acc update self(a [0:50])
  sum += a[49];
  sum += a[51]; /* { dg-check lost } */
  a[10] = 7;
#pragma acc parallel loop present(a) reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += a[i]; /* { dg-check stale } */
#pragma acc exit data delete (a)
  return sum == 0;
}
