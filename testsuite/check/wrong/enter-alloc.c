/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* target enter data with alloc and no update.  */

#include <stdlib.h>


int
main (void)
{
  float *x = malloc (32 * sizeof (float)), s = 0;
  for (int i = 0; i < 32; i++)
    x[i] = 1;
#pragma omp target enter data map(alloc : x[0 : 32])
#pragma omp target map(tofrom : s)
  for (int i = 0; i < 32; i++)
    s += x[i]; /* { dg-check unwritten } */
#pragma omp target exit data map(delete : x[0 : 32])
  free (x);
  return 0;
}
