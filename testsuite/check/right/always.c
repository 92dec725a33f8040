/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(always, ...) of data that is present.  */

int
main (void)
{
  int a[10] = { 0 }, bad = 0;
#pragma omp target data map(alloc : a)
  for (int k = 0; k < 3; k++)
    {
      for (int i = 0; i < 10; i++)
        a[i] = k;
#pragma omp target map(always, tofrom : a)
      for (int i = 0; i < 10; i++)
        a[i] += i;
      for (int i = 0; i < 10; i++)
        bad |= a[i] != k + i;
    }
  return bad;
}
