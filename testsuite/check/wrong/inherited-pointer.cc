/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The object is mapped, the array of its base class is not.  */

#include <cstdio>

struct base
{
  float *values;
  int n;
};

struct derived : base
{
  float factor;
};

int
main ()
{
  derived d;
  float storage[10] = { 1 };
  d.values = storage;
  d.n = 10;
  d.factor = 3;
#pragma omp target map(tofrom : d)
  for (int i = 0; i < d.n; i++)
    d.values[i] *= d.factor; /* { dg-check host-memory } { dg-shouldfail "" } */
  std::printf ("%g\n", (double)storage[0]);
  return 0;
}
