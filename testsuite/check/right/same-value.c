/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host writes the value again that is there.  */

int
main (void)
{
  int a[10] = { 0 }, sum = 0;
#pragma omp target data map(to : a)
  for (int k = 0; k < 3; k++)
    {
      a[4] = 0;
#pragma omp target map(tofrom : sum)
      for (int i = 0; i < 10; i++)
        sum += a[i];
    }
  return sum;
}
