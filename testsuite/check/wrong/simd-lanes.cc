/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A template's simd loop writes through references what other iterations
   read.  */

#include <cstdio>

template <typename T> struct line
{
  T cells[64];
  int count = 64;
  T &at (int i) { return cells[i]; }
};

template <typename T>
static void
smooth (line<T> &of)
{
#pragma omp target map(tofrom : of)
#pragma omp simd
  for (int i = 1; i < 63; i++)
    of.at (i) = (of.cells[i - 1] /* { dg-check race } */
                 + of.cells[i + 1]) / 2;
}

int
main ()
{
  line<double> doubles = {};
  int sum = 0, *p = &sum;
  smooth (doubles);
#pragma omp target parallel for simd map(tofrom : p[ : 1]) num_threads(1)
  for (int i = 0; i < 64; i++)
    *p += i; /* { dg-check race } */
  std::printf ("%g %d\n", doubles.at (3), sum);
  return 0;
}
