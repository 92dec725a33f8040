/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(to:) of data that is present copies nothing.  */

int
main (void)
{
  int a[10] = { 0 }, sum = 0;
#pragma omp target data map(tofrom : a)
  {
    for (int i = 0; i < 10; i++)
      a[i] = i;
#pragma omp target map(to : a) map(tofrom : sum)
    for (int i = 0; i < 10; i++)
      sum += a[i]; /* { dg-check stale } */
  }
  return 0;
}
