/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread of a team leaves a region with nowait, and changes what the region
   reads.  */

#include <cstdio>
#include <vector>

int
main ()
{
  std::vector<double> v (100, 1.0);
  double *p = v.data (), sum = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
#pragma omp target nowait map(to : p[0 : 100]) map(from : sum)
      {
        sum = 0;
        for (int i = 0; i < 100; i++)
          sum += p[i];
      }
      v[7] = 2; // { dg-check race }
    }
  }
  std::printf ("%d\n", sum >= 100);
}
