/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-additional-options "-g" } */
/* A section is longer than the object of a function, or of its caller, that a
   pointer is into.  */

#include <array>

template <typename T>
static void
add (T *a, int n)
{
#pragma omp target map(tofrom : a[0 : n]) /* { dg-check bounds } */
  a[0] += 1;
}

static int
in_lambda (int n)
{
  std::array<int, 20> own = {};
  auto map = [&own, n] {
    int *p = own.data ();
#pragma omp target map(tofrom : p[2 : n]) /* { dg-check bounds } */
    p[2] = 1;
  };
  map ();
  return own[2];
}

int
main ()
{
  std::array<double, 20> cells = {};
  add (cells.data (), 24);
  return cells[0] != 1 || in_lambda (19) != 1;
}
