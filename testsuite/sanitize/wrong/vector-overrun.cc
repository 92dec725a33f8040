/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region reads past the end of a vector of its own.  */

#include <vector>

int
main ()
{
  int n = 10, sum = 0;
#pragma omp target map(tofrom : sum)
  {
    std::vector<int> v (n, 1);
    const int *p = v.data ();
    for (int i = 0; i <= n; i++)
      sum += p[i]; /* { dg-report "heap-buffer-overflow" } */
  }
  return sum != n;
}
