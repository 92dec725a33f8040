/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections that end where their object ends: blocks of the heap, vectors,
   strings, members, arrays of the stack behind pointers and references.  */

#include <string>
#include <vector>

struct grid
{
  int rows, columns;
  double *cells, corner[4];
  grid (int r, int c)
      : rows (r), columns (c), cells (new double[(unsigned)(r * c)]()),
        corner ()
  {
  }
  ~grid () { delete[] cells; }
  grid (const grid &) = delete;
  grid &operator= (const grid &) = delete;
};

template <typename T>
static T
sum_of (const T *p, int n)
{
  T sum = 0;
#pragma omp target map(to : p[0 : n]) map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

template <typename T, int N>
static T
sum_of (T (&a)[N])
{
  return sum_of (a, N) + sum_of (a + N / 2, N - N / 2);
}

int
main ()
{
  grid g (5, 7);
  std::vector<int> v (33, 1);
  std::string text (100, 1);
  int own[6] = { 1, 1, 1, 1, 1, 1 }, errors = 0;
  double *cells = g.cells;
  int n = g.rows * g.columns;
#pragma omp target map(tofrom : cells[0 : n])
  for (int i = 0; i < n; i++)
    cells[i]++;
  errors += sum_of (g.cells + n - 1, 1) != 1 || sum_of (g.corner) != 0;
  errors += sum_of (v.data () + 3, 30) != 30 || sum_of (own) != 9;
  errors += sum_of (text.data (), 101) != 100;
  v.resize (1000, 1);
  errors += sum_of (v.data (), 1000) != 1000;
  return errors;
}
