// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Objects of C++ in regions: constructors, this, templates, references,
// captures of lambdas, mappers, exceptions.
// { dg-do run }

#include <vector>

#include "../libgomp.c/check.h"

struct counter
{
  int n;
  counter () : n (42) {}
  ~counter () {}
};

#pragma omp declare target
static counter constructed;
#pragma omp end declare target

struct vector
{
  int n;
  double *p;
  void
  scale (double f)
  {
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n])
    for (int i = 0; i < n; i++)
      p[i] *= f;
  }
};

template <typename T>
static T
sum (const T *p, int n)
{
  T s = 0;
#pragma omp target map(to : p[0 : n]) map(tofrom : s)
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

static void
objects ()
{
  int r = 0;
#pragma omp target map(from : r)
  r = constructed.n++;
  CHECK (r == 42);
  std::vector<double> v (10, 2.0);
  vector w = { 10, v.data () };
  w.scale (3);
  CHECK (v[0] == 6 && v[9] == 6);
  CHECK (sum (v.data (), 10) == 60 && sum (&r, 1) == 42);
  int &reference = r;
#pragma omp target map(tofrom : reference)
  reference++;
  CHECK (r == 43);
#if __clang_major__ != 15 /* wrong on LLVM's library, too */
#pragma omp target map(from : r)
  {
    try
      {
        throw 3;
      }
    catch (int e)
      {
        r = e;
      }
  }
  CHECK (r == 3);
#endif
}

struct dynamic
{
  int n;
  int *d;
};
#pragma omp declare mapper(dynamic s) map(s.n, s.d[0 : s.n])

static void
mappers ()
{
  int data[5] = { 1, 2, 3, 4, 5 }, more[2] = { 6, 7 };
  dynamic s = { 5, data };
#pragma omp target map(tofrom : s)
  s.d[4] += s.n;
  CHECK (data[4] == 10 && s.d == data);
  dynamic all[3] = { { 5, data }, { 0, nullptr }, { 2, more } };
#pragma omp target map(tofrom : all)
  {
    all[0].d[0] = 11;
    all[2].d[1]++;
    all[1].n = 0;
  }
  CHECK (data[0] == 11 && more[1] == 8 && all[2].d == more);
#pragma omp target enter data map(to : s)
#pragma omp target
  s.d[1] = 99;
#pragma omp target update from(s)
  CHECK (data[1] == 99 && s.d == data);
#pragma omp target exit data map(from : s)
}

template <typename F>
static void
run (F f)
{
#pragma omp target
  f ();
}

static void
captures ()
{
  int x = 5, out = 0;
#pragma omp target data map(tofrom : x, out)
  {
    run ([&] { out += x + 1; });
    run ([=, &out] { out += x; });
  }
  CHECK (out == 11);
}

int
main ()
{
  objects ();
  mappers ();
  captures ();
  return 0;
}
