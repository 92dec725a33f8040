/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The elements of a std::vector by a pointer; a class with a virtual function.  */

#include <vector>

#pragma omp declare target
struct shape
{
  virtual int area () const { return 0; }
  int a = 2;
};
struct square : shape
{
  int area () const override { return a * a; }
};
#pragma omp end declare target

int
main ()
{
  std::vector<int> v (100, 1);
  int *p = v.data (), n = (int)v.size (), area = 0;
#pragma omp target map(tofrom : p[ : n]) map(from : area)
  {
    std::vector<int> w (n, 5);
    square s;
    shape *t = &s;
    for (int i = 0; i < n; i++)
      p[i] += w[i];
    area = t->area ();
  }
  int sum = 0;
  for (int x : v)
    sum += x;
  return sum != 600 || area != 4;
}
