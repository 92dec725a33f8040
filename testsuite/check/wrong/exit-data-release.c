/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* exit data drops the result.  */

#include <stdlib.h>


int
main (void)
{
  int *a = calloc (100, sizeof (int));
#pragma omp target enter data map(to : a[0 : 100])
#pragma omp target
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target exit data map(release : a[0 : 100])
  int bad = a[7] != 7; /* { dg-check lost } */
  free (a);
  return bad;
}
