/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tiled and unrolled loops in regions.  { since 15 } */
int
main (void)
{
  int a[10][12] = { { 0 } }, sum = 0;
#pragma omp target map(tofrom : a)
#pragma omp parallel for
#pragma omp tile sizes(4, 5)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 12; j++)
      a[i][j] += i * 12 + j;
#pragma omp target map(tofrom : sum) map(to : a)
#pragma omp parallel for reduction(+ : sum)
#pragma omp unroll partial(3)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 12; j++)
      sum += a[i][j];
  return sum != 119 * 60;
}
