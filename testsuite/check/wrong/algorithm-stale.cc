/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A function of the header algorithm reads what the host has changed.  */

#include <algorithm>
#include <vector>

int
main ()
{
  std::vector<int> v (40);
  int *p = v.data (), n = static_cast<int> (v.size ()), largest = 0;
#pragma omp target data map(to : p[0 : n])
  {
    for (int i = 0; i < n; i++)
      v[i] = i * i % 17 + 1;
#pragma omp target map(tofrom : largest)
    for (int i = 0; i < n; i++)
      largest = std::max (largest, p[i]); /* { dg-check stale } */
  }
  return largest > 17;
}
