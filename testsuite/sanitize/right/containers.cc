/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address,undefined" } */
/* A region uses containers, exceptions and virtual functions.  */

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#pragma omp declare target
struct shape
{
  virtual ~shape () {}
  virtual int area () const { return 0; }
};
struct square : shape
{
  int side;
  square (int s) : side (s) {}
  int area () const override { return side * side; }
};
static int
check (int n)
{
  if (n > 5)
    throw std::runtime_error (std::string (100, 'x'));
  return n;
}
#pragma omp end declare target

int
main ()
{
  int sum = 0, n = 10;
#pragma omp target map(tofrom : sum)
  {
    std::vector<int> v;
    std::map<int, int> m;
    for (int i = 0; i < n; i++)
      {
        v.push_back (i);
        m[i] = v.back ();
        try
          {
            sum += check (i);
          }
        catch (const std::exception &)
          {
            sum += 100;
          }
      }
    const shape &s = square (m[3]);
    sum += s.area ();
  }
  return sum != 15 + 400 + 9;
}
