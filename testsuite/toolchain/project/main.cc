/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* With -DLIBRARY, the other file is in a shared library: its routine is called
   in its own regions only.  */

#include "grid.hpp"

#include <cstdio>

static bool
is_squared (grid<double> &g, double scale)
{
  bool right = true;
  g.to_host ();
  for (int i = 0; i < (int)g.n; i++)
    right &= g.p[i] == scale * (1 + i) * (1 + i);
  return right;
}

int
main ()
{
  grid<double> g (100);
  grid<int> h (50);
  bool right = true;

  h.fill (7);
  h.to_host ();
  for (int i = 0; i < 50; i++)
    right &= h.p[i] == 7 + i;

  g.fill (1);
  square_all (g);
  right &= is_squared (g, 2);

  set_scale (3);
  g.fill (1);
#ifdef LIBRARY
  square_all (g);
#else
  double *p = g.p;
#  pragma acc parallel loop present(p [0:100])
  for (int i = 0; i < 100; i++)
    p[i] = scaled_square (p[i]);
#endif
  right &= is_squared (g, 3);

  right &= sum (std::vector<double> (1000, 0.5)) == 500;

  auto largest = [] (int k) {
    int r = 0;
#pragma acc parallel loop reduction(max : r) copyin(k)
    for (int i = 0; i < 20; i++)
      r = r > i * k ? r : i * k;
    return r;
  };
  right &= largest (3) == 57;

  std::puts (right ? "right" : "wrong");
  return right ? 0 : 1;
}
