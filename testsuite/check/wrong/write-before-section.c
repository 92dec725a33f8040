/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The region writes before the start of the section.  */

#include <stdlib.h>


#define N 64

int
main (void)
{
  double *a = calloc (N, sizeof (double));
#pragma omp target map(tofrom : a[8 : N - 8])
  for (int i = 7; i < N; i++)
    a[i] = i; /* { dg-check bounds } */
  free (a);
  return 0;
}
