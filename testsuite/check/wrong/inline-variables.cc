/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A function reads one element beyond the end of inline variables and of the
   static member of a class.  */

#include <cstdio>

#pragma omp declare target
inline int table[4] = { 1, 2, 3, 4 };
inline int zeros[4];

struct holder
{
  static inline int data[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
};

static inline int
get (const int *p, int i)
{
  return p[i];
}
#pragma omp end declare target

int
main (int argc, char **)
{
  int s = 0;
#pragma omp target map(tofrom : s)
  {
    s += get (table, 3) + get (zeros, 3) + get (holder::data, 7);
    const int *p = table, *q = zeros, *r = holder::data;
    s += p[argc + 3] > 0; // { dg-check bounds }
    s += q[argc + 3] > 0; // { dg-check bounds }
    s += r[argc + 7] > 0; // { dg-check bounds }
  }
  std::printf ("%d\n", s >= 12);
}
