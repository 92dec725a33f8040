/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The first region writes half of what the second one reads.  */

int
main (void)
{
  int a[20], sum = 0;
#pragma omp target data map(alloc : a)
  {
#pragma omp target
    for (int i = 0; i < 10; i++)
      a[i] = i;
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < 20; i++)
      sum += a[i]; /* { dg-check unwritten } */
  }
  return 0;
}
