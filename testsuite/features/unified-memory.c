/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Devices share the host's memory.  { since 13 }
   { nvptx declines 'omp requires unified_shared_memory' cannot be fulfilled } */
#include <stdlib.h>
#pragma omp requires unified_shared_memory
int
main (void)
{
  int *p = malloc (sizeof (int));
  *p = 4;
#pragma omp target map(tofrom : p[0 : 1])
  *p += 3;
  int r = *p;
  free (p);
  return r != 7;
}
