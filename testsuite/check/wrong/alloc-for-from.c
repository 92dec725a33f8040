/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(alloc:) of a result.  */

#include <stdlib.h>

int
main (void)
{
  int *a = calloc (100, sizeof (int));
#pragma omp target teams distribute parallel for map(alloc : a[0 : 100])
  for (int i = 0; i < 100; i++)
    a[i] = i + 1;
  int bad = a[50] != 51; /* { dg-check lost } */
  free (a);
  return bad;
}
