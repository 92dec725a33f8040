/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
// Regions without an order work on different members of an object, and on one
// that both write; and a template starts them in a loop, for the same element.

#include <cstdio>
#include <vector>

struct particles
{
  double *x, *y;
  int moved;
};

template <typename T>
static void
fill (T *values, int parts, int size)
{
  for (int part = 0; part < parts; part++)
    {
#pragma omp target nowait firstprivate(part) /* { dg-check race } */
      for (int i = 0; i <= size; i++)
        values[part * size + i] = part;
    }
#pragma omp taskwait
}

int
main ()
{
  std::vector<double> x (100), y (100);
  std::vector<short> parts (401);
  particles p = { x.data (), y.data (), 0 };
#pragma omp target enter data map(to : p, p.x[ : 100], p.y[ : 100])
#pragma omp target nowait
  {
    p.x[1] = 1;
    p.moved = 1;
  }
#pragma omp target nowait /* { dg-check race } */
  {
    p.y[1] = 1;
    p.moved = 2;
  }
#pragma omp taskwait
#pragma omp target exit data map(from : p.x[ : 100], p.y[ : 100]) map(from : p)
  short *values = parts.data ();
#pragma omp target data map(tofrom : values[ : 401])
  fill (values, 4, 100);
  std::printf ("%g %d\n", x[1] + y[1], parts[400]);
  return 0;
}
