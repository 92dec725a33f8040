// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Atomic constructs inside simd loops of regions: references, members, this
// and templates.  See libgomp.c/target-simd-atomic.c.

#include "../libgomp.c/target-check.h"

static const int n = 96, total = n * (n - 1) / 2;

class Counter
{
public:
  void
  add (const int *values)
  {
#pragma omp target simd map(tofrom: sum) map(to: values[0:n])
    for (int i = 0; i < n; i++)
      {
#pragma omp atomic
        sum += values[i];
      }
#pragma omp target simd map(tofrom: parts) map(to: values[0:n])
    for (int i = 0; i < n; i++)
      {
#pragma omp atomic
        parts[1] += values[i];
      }
  }

  long sum = 0, parts[2] = { 0, 0 };
};

template <typename number>
static number
sum_of (const int *values)
{
  number sum = 0, highest = 0;
  number &alias = sum;
#pragma omp target parallel for simd map(tofrom: alias, highest) \
  map(to: values[0:n])
  for (int i = 0; i < n; i++)
    {
      number before;
#pragma omp atomic capture
      {
        before = alias;
        alias += values[i];
      }
#pragma omp atomic
      highest += before < 0;
    }
  CHECK (highest == 0);
  return sum;
}

static void
add_to (int &sum, int (&parts)[3], const int *values)
{
#pragma omp target teams distribute parallel for simd map(tofrom: sum, parts) \
  map(to: values[0:n])
  for (int i = 0; i < n; i++)
    {
#pragma omp atomic
      sum += values[i];
#pragma omp atomic
      parts[2] += values[i];
    }
}

int
main ()
{
  int values[n], sum = 0, parts[3] = {};
  Counter counter;

  for (int i = 0; i < n; i++)
    values[i] = i;
  counter.add (values);
  CHECK (counter.sum == total && counter.parts[1] == total);
  CHECK (sum_of<int> (values) == total && sum_of<double> (values) == total);
  add_to (sum, parts, values);
  CHECK (sum == total && parts[2] == total && parts[0] == 0);
}
