// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Templates: regions in function and class templates, with separate entries for
// each instance; functors and lambdas called in regions.

#include "../libgomp.c/target-check.h"

template <typename T, int N>
static T
sum (const T (&array)[N])
{
  T total = T ();

#pragma omp target map(to: array) map(tofrom: total)
  for (int i = 0; i < N; i++)
    total += array[i];
  return total;
}

template <typename T> struct Complex
{
  T re, im;
  Complex (T r = T (), T i = T ()) : re (r), im (i) {}
  Complex &
  operator+= (const Complex &other)
  {
    re += other.re;
    im += other.im;
    return *this;
  }
};

template <typename T, typename Operation>
static void
apply (T *data, int n, Operation operation)
{
#pragma omp target parallel for map(tofrom: data[0:n])
  for (int i = 0; i < n; i++)
    data[i] = operation (data[i], i);
}

struct Scale
{
  double factor;
  double operator() (double value, int) const { return value * factor; }
};

template <unsigned N> struct Factorial
{
  static unsigned long
  on_device ()
  {
    unsigned long below = Factorial<N - 1>::on_device (), value = 0;

#pragma omp target map(from: value)
    value = N * below;
    return value;
  }
};

template <> struct Factorial<0>
{
  static unsigned long on_device () { return 1; }
};

int
main ()
{
  int ints[5] = { 1, 2, 3, 4, 5 };
  double doubles[3] = { 0.5, 1.5, 2.5 };
  Complex<float> numbers[2] = { { 1, 2 }, { 3, 4 } };

  CHECK (sum (ints) == 15);
  CHECK (sum (doubles) == 4.5);
  Complex<float> c = sum (numbers);
  CHECK (c.re == 4 && c.im == 6);

  apply (doubles, 3, Scale{ 2 });
  CHECK (doubles[2] == 5);
  int offset = 10;
  apply (ints, 5, [=] (int value, int i) { return value * i + offset; });
  CHECK (ints[0] == 10 && ints[4] == 30);

  CHECK (Factorial<10>::on_device () == 3628800ul);
  return 0;
}
