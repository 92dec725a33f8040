/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host appends work by the vector, the device has the older elements.  */

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
      if (p[i] > largest) /* { dg-check stale } */
        largest = p[i];
  }
  return largest > 17;
}
