/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A result by reference is mapped to the device only.  */

static void
square (const int &x, int &y)
{
#pragma omp target map(to : x, y)
  y = x * x;
}

int
main ()
{
  int x = 5, y = 0;
  square (x, y);
  return y != 0; /* { dg-check lost } */
}
