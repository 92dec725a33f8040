/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(from:) of data that is present copies nothing back.  */

int
main (void)
{
  int a[10] = { 0 }, bad;
#pragma omp target data map(tofrom : a)
  {
#pragma omp target map(from : a)
    for (int i = 0; i < 10; i++)
      a[i] = i;
    bad = a[9] != 9; /* { dg-check lost } */
  }
  return !bad;
}
