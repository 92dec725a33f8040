/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
#include "grid.hpp"

namespace config
{
double scale = 2;
}

double
scaled_square (double x)
{
  return x * x * config::scale;
}

void
set_scale (double scale)
{
  config::scale = scale;
#pragma acc update device(config::scale)
}

void
square_all (grid<double> &g)
{
  double *p = g.p;
  std::size_t n = g.n;
#pragma acc parallel loop present(p [0:n])
  for (std::size_t i = 0; i < n; i++)
    p[i] = scaled_square (p[i]);
}

double
sum (const std::vector<double> &v)
{
  const double *p = v.data ();
  std::size_t n = v.size ();
  double s = 0;
#pragma acc parallel loop copyin(p [0:n]) reduction(+ : s)
  for (std::size_t i = 0; i < n; i++)
    s += p[i];
  return s;
}
