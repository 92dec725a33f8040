/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* firstprivate copies the pointer to the host's memory.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <stdlib.h>

int
main (void)
{
  int *p = calloc (20, sizeof (int)), sum = 0;
#pragma omp target firstprivate(p) map(tofrom : sum)
  for (int i = 0; i < 20; i++)
    sum += p[i]; /* { dg-check host-memory } */
  free (p);
  return sum;
}
