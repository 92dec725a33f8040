/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The region uses a pointer that no clause maps.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <stdlib.h>

int
main (void)
{
  double *x = malloc (50 * sizeof (double));
#pragma omp target
  for (int i = 0; i < 50; i++)
    x[i] = i; /* { dg-check host-memory } */
  free (x);
  return 0;
}
