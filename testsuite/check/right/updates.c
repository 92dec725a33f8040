/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* target update in both directions.  */

int
main (void)
{
  int a[20] = { 0 }, bad = 0;
#pragma omp target data map(alloc : a)
  for (int k = 0; k < 5; k++)
    {
      for (int i = 0; i < 20; i++)
        a[i] = k;
#pragma omp target update to(a)
#pragma omp target
      for (int i = 0; i < 20; i++)
        a[i] += i;
#pragma omp target update from(a)
      for (int i = 0; i < 20; i++)
        bad |= a[i] != k + i;
    }
  return bad;
}
