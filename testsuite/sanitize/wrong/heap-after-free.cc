/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region keeps a pointer into a vector that grows.  */

#include <vector>

int
main ()
{
  int n = 100, sum = 0;
#pragma omp target map(tofrom : sum)
  {
    std::vector<int> v (1, 1);
    int *volatile first = v.data ();
    for (int i = 0; i < n; i++)
      v.push_back (i);
    sum = *first; /* { dg-report "heap-use-after-free" } */
  }
  return sum == 7;
}
