/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-O2 -fopenacc" } */
/* The section of the copy clause has one element too few.  */

#include <stdlib.h>

int
main (void)
{
  int n = 100, *p = calloc (100, sizeof (int));
#pragma acc parallel loop copy(p [0:n - 1])
  for (int i = 0; i < n; i++)
    p[i] = i; /* { dg-check bounds } */
  free (p);
  return 0;
}
