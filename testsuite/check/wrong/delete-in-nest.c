/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* exit data map(delete:) within target data: nothing is copied at its end.  */

#include <stdlib.h>

int
main (void)
{
  int *a = calloc (30, sizeof (int));
#pragma omp target data map(tofrom : a[0 : 30])
  {
#pragma omp target
    for (int i = 0; i < 30; i++)
      a[i] = i + 1;
#pragma omp target exit data map(delete : a[0 : 30])
  }
  int bad = a[3] != 4; /* { dg-check lost } */
  free (a);
  return bad;
}
