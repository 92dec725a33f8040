/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The vector grew after its size was taken for the map clause.  */

#include <vector>

int
main ()
{
  std::vector<int> v (10, 1);
  v.reserve (20);
  std::size_t n = v.size ();
  v.push_back (2);
  v.push_back (3);
  int *p = v.data (), size = static_cast<int> (v.size ()), sum = 0;
#pragma omp target map(to : p[0 : n]) map(tofrom : sum)
  for (int i = 0; i < size; i++)
    sum += p[i]; /* { dg-check bounds } */
  return sum < 0;
}
