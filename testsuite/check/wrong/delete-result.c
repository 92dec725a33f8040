/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* exit data deletes what should come back.  */

#include <stdlib.h>


int
main (void)
{
  int *a = calloc (100, sizeof (int));
#pragma omp target enter data map(to : a[0 : 100])
#pragma omp target
  a[50] = 1;
#pragma omp target exit data map(delete : a[0 : 100])
  int bad = a[50]; /* { dg-check lost } */
  free (a);
  return bad;
}
