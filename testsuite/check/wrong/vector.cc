/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The elements of a std::vector are not mapped with it.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <vector>

int
main ()
{
  std::vector<int> v (10, 1);
  int sum = 0;
#pragma omp target map(to : v) map(tofrom : sum)
  for (int i = 0; i < 10; i++)
    sum += v.data ()[i]; /* { dg-check host-memory } */
  return 0;
}
