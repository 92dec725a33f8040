/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Programs that require shared memory have it.  { since 15 }
   { nvptx declines 'omp requires self_maps' cannot be fulfilled } */
#include <stdlib.h>
#pragma omp requires self_maps
int
main (void)
{
  int *p = malloc (sizeof (int));
  *p = 4;
#pragma omp target map(p[0 : 1])
  *p += 3;
  int r = *p;
  free (p);
  return r != 7;
}
