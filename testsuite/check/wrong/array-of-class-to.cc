/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region changes a std::array in a class that is mapped to it.  */

#include <array>
#include <cstdio>

struct state
{
  std::array<int, 8> a{};
  int steps = 0;
};

int
main ()
{
  state s;
#pragma omp target map(to : s)
  for (int i = 0; i < 8; i++)
    s.a[i] = i + 1;
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += s.a[i]; /* { dg-check lost } */
  std::printf ("%d\n", sum);
}
