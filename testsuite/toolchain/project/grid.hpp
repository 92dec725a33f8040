/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A template whose objects keep their data on the device, a routine and a
   variable of another file.  */

#ifndef GRID_HPP
#define GRID_HPP

#include <cstddef>
#include <vector>

template <typename T> struct grid
{
  std::size_t n;
  T *p;

  explicit grid (std::size_t size) : n (size), p (new T[size])
  {
#pragma acc enter data copyin(this [0:1]) create(p [0:n])
  }

  ~grid ()
  {
#pragma acc exit data delete (p [0:n]) delete (this [0:1])
    delete[] p;
  }

  void
  to_host ()
  {
#pragma acc update self(p [0:n])
  }

  void
  fill (T first)
  {
    T *q = p;
    std::size_t m = n;
#pragma acc parallel loop present(q [0:m])
    for (std::size_t i = 0; i < m; i++)
      q[i] = first + i;
  }
};

namespace config
{
extern double scale;
#pragma acc declare copyin(scale)
}

#pragma acc routine seq
double scaled_square (double x);

/* On the device, by the file of the routine.  */
void square_all (grid<double> &g);
void set_scale (double scale);
double sum (const std::vector<double> &v);

#endif
