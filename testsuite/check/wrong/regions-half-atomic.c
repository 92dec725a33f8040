/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One region counts by atomic operations, the other one does not.  */

#include <stdio.h>

#define N 8

int
main (void)
{
  int counts[N] = { 0 };
  long double sum = 0;
#pragma omp target data map(tofrom : counts, sum)
  {
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < N; i++)
      {
#pragma omp atomic
        counts[i % 2]++;
#pragma omp atomic
        counts[2]++;
      }
#pragma omp target nowait /* { dg-check race } */
    {
#pragma omp atomic
      counts[2]++;
      counts[1]++;
    }
#pragma omp taskwait
#pragma omp target nowait map(sum)
    sum = counts[1];
#pragma omp target nowait map(sum) /* { dg-check race } */
    {
#pragma omp atomic
      sum += counts[2];
    }
#pragma omp taskwait
  }
  printf ("%d %g\n", counts[1], (double)sum);
  return 0;
}
