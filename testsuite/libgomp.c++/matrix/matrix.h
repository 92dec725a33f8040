// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// A matrix class template with regions in its members: every file that uses
// it has an instance of each region.

#ifndef MATRIX_H
#define MATRIX_H

#include <cstddef>
#include <stdexcept>

#pragma omp declare target
template <typename T>
inline T
multiply_add (T a, T b, T c)
{
  return a * b + c;
}
#pragma omp end declare target

template <typename T> class Matrix
{
public:
  explicit Matrix (int size) : n (size), cells (new T[count ()] ())
  {
    T *c = cells;
#pragma omp target enter data map(to: c[0:count ()])
  }

  Matrix (const Matrix &) = delete;
  Matrix &operator= (const Matrix &) = delete;

  ~Matrix ()
  {
    T *c = cells;
#pragma omp target exit data map(delete: c[0:count ()])
    delete[] cells;
  }

  template <typename Function>
  void
  fill (Function function)
  {
    T *c = cells;
    int size = n;
#pragma omp target teams distribute parallel for collapse(2)
    for (int row = 0; row < size; row++)
      for (int column = 0; column < size; column++)
        c[row * size + column] = function (row, column);
  }

  void
  product (const Matrix &left, const Matrix &right)
  {
    T *c = cells;
    const T *a = left.cells, *b = right.cells;
    int size = n;

    if (left.n != n || right.n != n)
      throw std::invalid_argument ("sizes differ");
#pragma omp target teams distribute parallel for
    for (int row = 0; row < size; row++)
      for (int column = 0; column < size; column++)
        {
          T sum = T ();

          for (int k = 0; k < size; k++)
            sum = multiply_add (a[row * size + k], b[k * size + column], sum);
          c[row * size + column] = sum;
        }
  }

  T
  trace () const
  {
    const T *c = cells;
    T sum = T ();
    int size = n;
#pragma omp target map(tofrom: sum)
    for (int i = 0; i < size; i++)
      sum += c[i * size + i];
    return sum;
  }

private:
  std::size_t count () const { return static_cast<std::size_t> (n) * n; }

  int n;
  T *cells;
};

// powers.cc, in the program: the same instances again.
long trace_of_square (int size);
// library.cc, in a shared library: the same instances once more, and one that
// nobody else has.
double trace_of_identity (int size);
long trace_of_ones (int size);
int parse_on_device (const char *text);

#endif
