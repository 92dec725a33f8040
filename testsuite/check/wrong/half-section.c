/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The map clause has half of what the loop runs over.  */

#include <stdlib.h>

#define N 128

int
main (void)
{
  int *a = malloc (N * sizeof (int));
#pragma omp target teams distribute parallel for map(from : a[0 : N / 2])
  for (int i = 0; i < N; i++)
    a[i] = i; /* { dg-check bounds } */
  free (a);
  return 0;
}
