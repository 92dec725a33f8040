/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The map clause names the pointer without the section that it points to.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <stdlib.h>

int
main (void)
{
  int *p = calloc (20, sizeof (int)), sum = 0;
#pragma omp target map(tofrom : p) map(tofrom : sum)
  for (int i = 0; i < 20; i++)
    sum += p[i]; /* { dg-check host-memory } */
  free (p);
  return sum;
}
