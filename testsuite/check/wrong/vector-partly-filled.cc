/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The region fills less than the vector has; <numeric> reads all.  */

#include <cstdio>
#include <numeric>
#include <vector>

int
main ()
{
  std::vector<int> v (100);
  int *p = v.data ();
  int n = (int)v.size ();
#pragma omp target teams distribute parallel for map(from : p[0 : n])
  for (int i = 0; i < 90; i++)
    p[i] = i;
  long sum = std::accumulate (v.begin (), v.end (), 0l); /* { dg-check unwritten } */
  std::printf ("%d\n", sum != 0);
  return 0;
}
