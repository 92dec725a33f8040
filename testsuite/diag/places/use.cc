// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Members, references and templates, of which the linker keeps one copy.

template <class T> struct vector
{
  T *data;
  int count;
  void
  move ()
  {
#pragma omp target enter data map(to: this[0:1], data[0:count]) // enter
#pragma omp target map(to: this[0:1])                      // region
    data[1] += count;
#pragma omp target exit data map(from: data[0:count]) map(release: this[0:1])
  }
};

namespace space
{
#pragma omp declare target
static int hidden[30];
#pragma omp end declare target

static int
add (int &x)
{
  auto increment = [&] {
#pragma omp target map(tofrom: x) // lambda
    x += hidden[0];
  };
  hidden[0] = 1;
#pragma omp target update to(hidden) // global
  increment ();
  return x;
}
}

static int
count (const int &reference)
{
  int sum = 0;
#pragma omp target map(to: reference) map(tofrom: sum) // reference
  sum += reference;
  return sum;
}

#ifdef OTHER
int
other ()
#else
int other ();
int
main ()
#endif
{
  int n = 3;
  vector<double> v{ new double[4](), 4 };
  v.move ();
#ifndef OTHER
  if (other () != 0)
    return 1;
#endif
  /* From GCC 14 on the lambda adds to a copy of its own.  */
  space::add (n);
  return v.data[1] != 4 || count (3) != 3;
}
