// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-threads "1 2 4 8" }
// A parallel quicksort of tasks with references and depend clauses on members.

#include <algorithm>
#include <omp.h>
#include <random>
#include <vector>

#include "../libgomp.c/check.h"

static void
quicksort (std::vector<int> &v, long low, long high)
{
  if (high - low < 50)
    {
      std::sort (v.begin () + low, v.begin () + high);
      return;
    }
  int pivot = v[low + (high - low) / 2];
  auto middle = std::partition (v.begin () + low, v.begin () + high,
                                [=] (int x) { return x < pivot; })
                - v.begin ();
  auto equal = std::partition (v.begin () + middle, v.begin () + high,
                               [=] (int x) { return x == pivot; })
               - v.begin ();
#pragma omp task shared(v)
  quicksort (v, low, middle);
#pragma omp task shared(v)
  quicksort (v, equal, high);
}

struct account
{
  int balance = 0;
  void
  work ()
  {
    for (int i = 0; i < 100; i++)
#pragma omp task depend(inout : this->balance)
      balance++;
#pragma omp taskwait
  }
};

int
main ()
{
  std::vector<int> v (20000);
  std::mt19937 random (1);
  for (int &x : v)
    x = static_cast<int> (random () % 10000);
  account a;
#pragma omp parallel
#pragma omp single
  {
    quicksort (v, 0, static_cast<long> (v.size ()));
    a.work ();
  }
  CHECK (std::is_sorted (v.begin (), v.end ()));
  CHECK (a.balance == 100);
  return 0;
}
