// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// Loops over random access iterators and ranges, templates, lambdas, and
// function-local statics that are initialised within a region.

#include <algorithm>
#include <numeric>
#include <omp.h>
#include <vector>

#include "../libgomp.c/check.h"

static int initialised;

struct once
{
  once ()
  {
#pragma omp atomic
    initialised++;
  }
};

static void
use_static ()
{
  static once object;
  (void)object;
}

template <typename T, typename F>
static T
sum_of (const std::vector<T> &v, F f)
{
  T sum = T ();
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3)
  for (auto it = v.begin (); it < v.end (); ++it)
    sum += f (*it);
  return sum;
}

int
main ()
{
  std::vector<long> v (1000);
  std::iota (v.begin (), v.end (), 1L);
  long offset = 1;
  CHECK (sum_of (v, [=] (long x) { return x + offset; }) == 501500);

#pragma omp parallel for
  for (long &x : v)
    x *= 2;
  CHECK (std::accumulate (v.begin (), v.end (), 0L) == 1001000);

#pragma omp parallel for schedule(guided)
  for (auto it = v.rbegin (); it < v.rend (); it += 2)
    *it = 0;
  CHECK (std::count (v.begin (), v.end (), 0L) == 500);

#pragma omp parallel
  use_static ();
  CHECK (initialised == 1);
  return 0;
}
