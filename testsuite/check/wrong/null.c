/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A section that is not mapped gives a null pointer.  */

#include <stdlib.h>


/* { dg-shouldfail "the device cannot reach it" } */

int
main (void)
{
  int *a = calloc (10, sizeof (int));
  int *b = a;
#pragma omp target map(alloc : b[0 : 0])
  b[1] = 1; /* { dg-check host-memory } */
  return 0;
}
