/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host changes a step size between regions.  */

#include <stdlib.h>


int
main (void)
{
  double *u = calloc (100, sizeof (double)), h[1] = { 1 };
#pragma omp target data map(tofrom : u[0 : 100]) map(to : h)
  for (int k = 0; k < 4; k++)
    {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < 100; i++)
        u[i] += h[0]; /* { dg-check stale } */
      h[0] /= 2;
    }
  free (u);
  return 0;
}
