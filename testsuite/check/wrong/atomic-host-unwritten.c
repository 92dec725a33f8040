/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads of the host add to counters that the region has left out.  */

#include <stdio.h>

int
main (void)
{
  int counts[8];
#pragma omp target map(from : counts)
  for (int i = 0; i < 7; i++)
    counts[i] = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 100; i++)
    {
#pragma omp atomic
      counts[i % 7]++;
    }
#pragma omp atomic
  counts[7]++; /* { dg-check unwritten 19 } */
  printf ("%d\n", counts[0]);
  return 0;
}
