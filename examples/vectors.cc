// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// C++: a template with a functor as the body of a target region, and a
// std::vector that lives inside of a region.

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "where.h"

// Regions call this, so the compiler makes it for devices, too.
template <typename T> struct square
{
  T operator() (T x) const { return x * x; }
};

// Replace each element of DATA by F of it, on DEVICE.
template <typename T, typename F>
place
transform_on (int device, std::vector<T> &data, F f)
{
  T *elements = data.data ();
  const std::size_t n = data.size ();
  place where;
#pragma omp target device(device) map(tofrom : elements[0 : n])                \
    map(from : where)
  {
    where = where_am_i ();
#pragma omp parallel for
    for (std::size_t i = 0; i < n; i++)
      elements[i] = f (elements[i]);
  }
  return where;
}

// The sum of 1 to N, added up in a vector of the device's own heap.
static place
sum_on (int device, int n, int &sum)
{
  place where;
  int total = 0;
#pragma omp target device(device) map(from : where) map(tofrom : total)
  {
    std::vector<int> numbers;
    for (int i = 1; i <= n; i++)
      numbers.push_back (i);
    total = std::accumulate (numbers.begin (), numbers.end (), 0);
    where = where_am_i ();
  }
  sum = total;
  return where;
}

static void
run_on (int device)
{
  std::vector<double> data (100);
  std::iota (data.begin (), data.end (), 0.0);
  print_place ("transform_on<double>",
               transform_on (device, data, square<double> ()));
  std::vector<long> integers (100, 7);
  print_place ("transform_on<long>",
               transform_on (device, integers, square<long> ()));
  int sum = 0;
  print_place ("std::vector in a region", sum_on (device, 100, sum));
  if (data[9] != 81 || integers[99] != 49 || sum != 5050)
    {
      std::printf ("wrong: %g %ld %d\n", data[9], integers[99], sum);
      std::exit (1);
    }
}

int
main ()
{
  std::printf ("C++: %d devices\n", omp_get_num_devices ());
  for (int device = 0; device < omp_get_num_devices (); device++)
    run_on (device);
  run_on (omp_get_initial_device ());
  return 0;
}
