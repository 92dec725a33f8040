/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* target update to where from is meant.  */

int
main (void)
{
  int a[10] = { 0 }, sum = 0;
#pragma omp target data map(alloc : a)
  {
#pragma omp target
    for (int i = 0; i < 10; i++)
      a[i] = i;
#pragma omp target update from(a[0 : 5])
    for (int i = 0; i < 10; i++)
      sum += a[i]; /* { dg-check lost } */
  }
  return sum == 0;
}
