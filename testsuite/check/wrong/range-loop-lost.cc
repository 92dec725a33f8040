/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A range loop reads a result that stayed on the device.  */

#include <cstdio>

struct point
{
  double x, y;
};

int
main ()
{
  point p[6] = {};
#pragma omp target enter data map(to : p)
#pragma omp target
  for (point &q : p)
    q.y = 1 + q.x;
  for (const point &q : p)
    std::printf ("%g\n", q.y); /* { dg-check lost } */
#pragma omp target exit data map(from : p)
}
