/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An index that the host left at -1.  */

#include <stdlib.h>

int
main (void)
{
  int index[4] = { 0, 2, -1, 1 };
  double *v = calloc (3, sizeof (double));
#pragma omp target map(to : index) map(tofrom : v[0 : 3])
  for (int i = 0; i < 4; i++)
    v[index[i]] += 1; /* { dg-check bounds } */
  free (v);
  return 0;
}
