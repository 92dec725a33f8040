/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A matrix template is read one row too far by a region of a member.  */

#include <cstdio>

template <typename T> class matrix
{
public:
  matrix (int rows, int columns)
      : rows (rows), columns (columns), data (new T[rows * columns]())
  {
  }
  ~matrix () { delete[] data; }
  T
  trace ()
  {
    T sum = 0;
    T *d = data;
    int r = rows, c = columns;
#pragma omp target map(to : d[0 : r * c]) map(tofrom : sum)
    for (int i = 0; i <= r; i++)
      sum += d[i * c + i]; /* { dg-check bounds } */
    return sum;
  }

private:
  int rows, columns;
  T *data;
};

int
main ()
{
  matrix<int> m (4, 4);
  std::printf ("%d\n", m.trace () >= 0);
  return 0;
}
