/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Programs that require shared memory have it, on the host at worst.
   { since 15 } { declines 'omp requires self_maps' cannot be fulfilled } */
#include <stdlib.h>
#pragma omp requires self_maps
int
main (void)
{
  int *p = malloc (sizeof (int));
  *p = 4;
#pragma omp target
  *p += 3;
  int r = *p;
  free (p);
  return r != 7;
}
