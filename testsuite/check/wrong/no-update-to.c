/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Within target data the host changes an input without target update.  */

int
main (void)
{
  int a[10] = { 0 }, sum = 0;
#pragma omp target data map(to : a)
  {
    a[5] = 7;
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < 10; i++)
      sum += a[i]; /* { dg-check stale } */
  }
  return sum;
}
