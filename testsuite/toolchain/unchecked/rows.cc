// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// As rows.c.

#include <numeric>
#include <vector>

struct shape
{
  virtual double area () const = 0;
  virtual ~shape () {}
};

struct square : shape
{
  double side;
  explicit square (double s) : side (s) {}
  double
  area () const override
  {
    return side * side;
  }
};

static double __attribute__ ((noinline))
ask (const shape *s)
{
  return s->area ();
}

extern "C" double
area (double side)
{
  square s (side);
  return ask (&s);
}

static std::vector<double> values (16, 1.5);

extern "C" double
mean (int n)
{
  return std::accumulate (values.begin (), values.end (), 0.) / n;
}
