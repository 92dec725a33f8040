/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Bins are counted on the device in memory that nobody has set to zero.  */

#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int n = 500, *keys = malloc ((size_t)n * sizeof (int)), *bins;
  bins = calloc (16, sizeof (int));
  for (int i = 0; i < n; i++)
    keys[i] = i * 7;
#pragma omp target enter data map(to : keys[0 : n]) map(alloc : bins[0 : 16])
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    {
#pragma omp atomic /* { dg-check unwritten 18 } */
      bins[keys[i] % 16]++;
    }
#pragma omp target exit data map(from : bins[0 : 16]) map(release : keys[0 : n])
  printf ("%d\n", bins[3] != 0);
  free (keys);
  free (bins);
  return 0;
}
