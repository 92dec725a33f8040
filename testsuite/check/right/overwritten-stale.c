/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region writes what the host has changed before it reads it.  */

int
main (void)
{
  int a[10] = { 0 }, sum = 0;
#pragma omp target data map(to : a)
  {
    for (int i = 0; i < 10; i++)
      a[i] = 9;
#pragma omp target map(tofrom : sum)
    {
      for (int i = 0; i < 10; i++)
        a[i] = i;
      for (int i = 0; i < 10; i++)
        sum += a[i];
    }
  }
  return sum != 45;
}
