/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections are longer than what new and a vector have allocated.  */
/* { dg-check bounds 26 } */

#include <vector>

struct grid
{
  double *cells;
  int count;
  explicit grid (int n) : cells (new double[n]()), count (n * 8) {}
  ~grid () { delete[] cells; }
  grid (const grid &) = delete;
  grid &operator= (const grid &) = delete;
};

int
main ()
{
  grid g (20);
  std::vector<int> numbers (20, 1);
  double *cells = g.cells;
  int *p = numbers.data (), sum = 0;
#pragma omp target map(tofrom : cells[0 : g.count]) /* { dg-check bounds } */
  cells[0] = 1;
#pragma omp target map(to : p[5 : 20]) map(tofrom : sum)
  sum += p[5];
  return g.cells[0] + sum != 2;
}
