// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// omp::allocator in containers of the C++ library.
// { dg-do run }
// { dg-skip-stock "GCC 12's omp.h has no allocator classes" }
#include <list>
#include <omp.h>
#include <vector>

int
main ()
{
  std::vector<double, omp::allocator::default_mem<double>> v (1000, 2.0);
  std::list<int, omp::allocator::high_bw_mem<int>> l;
  for (int i = 0; i < 100; i++)
    l.push_back (i);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; i++)
    sum += v[i];
  std::vector<double, omp::allocator::default_mem<double>> w (v);
  int *p = static_cast<int *> (omp_alloc (sizeof (int)));
  omp_free (p);
  return sum != 2000 || l.size () != 100 || w != v;
}
