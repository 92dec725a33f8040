/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A sparse matrix class with its arrays on the device as long as it lives.  */

#include <vector>

class sparse
{
public:
  explicit sparse (int rows) : rows (rows)
  {
    for (int i = 0; i < rows; i++)
      {
        start.push_back ((int)column.size ());
        for (int k = i; k < rows; k += 3)
          {
            column.push_back (k);
            value.push_back (1);
          }
      }
    start.push_back ((int)column.size ());
    const int *s = start.data (), *c = column.data ();
    const double *v = value.data ();
    std::size_t n = column.size ();
#pragma omp target enter data map(to : s[0 : rows + 1], c[0 : n], v[0 : n])
  }
  ~sparse ()
  {
    const int *s = start.data (), *c = column.data ();
    const double *v = value.data ();
#pragma omp target exit data map(release : s[0 : 1], c[0 : 1], v[0 : 1])
  }
  sparse (const sparse &) = delete;
  sparse &operator= (const sparse &) = delete;
  std::vector<double>
  operator* (const std::vector<double> &x) const
  {
    std::vector<double> y (x.size ());
    const int *s = start.data (), *c = column.data ();
    const double *v = value.data (), *from = x.data ();
    double *to = y.data ();
    std::size_t n = x.size ();
#pragma omp target teams distribute parallel for map(to : from[0 : n])           \
    map(from : to[0 : n])
    for (std::size_t i = 0; i < n; i++)
      {
        double sum = 0;
        for (int k = s[i]; k < s[i + 1]; k++)
          sum += v[k] * from[c[k]];
        to[i] = sum;
      }
    return y;
  }

private:
  int rows;
  std::vector<int> start, column;
  std::vector<double> value;
};

int
main ()
{
  sparse a (30);
  std::vector<double> x (30, 1), y;
  y = a * x;
  y = a * y;
  return y[29] != 1 || y[0] <= 10;
}
