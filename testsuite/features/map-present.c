/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map clauses and motion clauses with present.  { since 14 } */
int
main (void)
{
  int x = 1, y[4] = { 1, 2, 3, 4 };
#pragma omp target data map(tofrom : x, y)
  {
    x = 5;
#pragma omp target update to(present : x)
#pragma omp target map(present, tofrom : x) map(present, alloc : y[1 : 2])
    {
      x++;
      y[2] = x;
    }
#pragma omp target update from(present : x)
  }
  return x != 6 || y[2] != 6;
}
