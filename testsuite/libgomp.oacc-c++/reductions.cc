// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Reductions of template parameters' types, of bool and in
// member functions.

#include "../libgomp.oacc-c/check.h"

static const int n = 777;
static int a[n];

// By local variables: GCC 12 does not reduce what is a reference.
static void
whole (int &sum, int &most)
{
  int all = sum, top = most;
#pragma acc parallel loop copyin(a) reduction(+ : all) reduction(max : top)
  for (int i = 0; i < n; i++)
    {
      all += a[i];
      top = top > a[i] ? top : a[i];
    }
  sum = all;
  most = top;
}

template <typename T>
static T
sum_of ()
{
  T s = 10;
#pragma acc parallel loop gang worker vector copyin(a) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += T (a[i]) / 2;
  return s;
}

template <typename T>
static T
nested ()
{
  T total = 0;
#pragma acc parallel loop gang reduction(+ : total)
  for (int i = 0; i < 20; i++)
    {
      T row = 0;
#pragma acc loop vector reduction(+ : row)
      for (int j = 0; j < 30; j++)
        row += i * j;
      total += row;
    }
  return total;
}

struct statistics
{
  bool all_small, any_large;
  unsigned bits;

  void
  find ()
  {
    bool every = true, some = false;
    unsigned all_bits = 0;
#pragma acc parallel loop copyin(a) reduction(&& : every)                     \
    reduction(|| : some) reduction(| : all_bits)
    for (int i = 0; i < n; i++)
      {
        every = every && a[i] < 500;
        some = some || a[i] > 700;
        all_bits |= (unsigned)a[i];
      }
    all_small = every;
    any_large = some;
    bits = all_bits;
  }
};

int
main ()
{
  fill (a, n, 0);
  int sum = 1, most = -5;
  whole (sum, most);
  CHECK (sum == 1 + n * (n - 1) / 2 && most == n - 1);
  CHECK (sum_of<double> () == 10 + n * (n - 1) / 4.);
  CHECK (sum_of<float> () == 10 + n * (n - 1) / 4.F);
  CHECK (sum_of<long> () == 10 + 388L * 388);
  CHECK (nested<int> () == 190 * 435 && nested<double> () == 190. * 435);
  statistics s;
  s.find ();
  CHECK (!s.all_small && s.any_large && s.bits == 1023);
  return 0;
}
