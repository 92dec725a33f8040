// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Target regions take part in the reduction of a taskgroup, on a reference and
// in a template.

#include <omp.h>

#include "../libgomp.c/check.h"

static const int regions = 24;

template <typename T>
static void
add (T &sum)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum)
  for (int i = 1; i <= regions; i++)
    {
#pragma omp target in_reduction(+: sum) firstprivate(i)
      sum += static_cast<T> (i);
    }
}

template <typename T>
static void
test ()
{
  T sum = 100;
  add (sum);
  CHECK (sum == static_cast<T> (100 + regions * (regions + 1) / 2));
}

int
main ()
{
  test<int> ();
  test<double> ();
  test<unsigned long> ();
}
