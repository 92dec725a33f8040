/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* memcpy reads beyond the end of its source.  */

#include <stdlib.h>


#include <string.h>

int
main (void)
{
  char *a = calloc (100, 1), *b = calloc (200, 1);
  int n = 150;
#pragma omp target map(to : a[0 : 100]) map(from : b[0 : 200])
  memcpy (b, a, n); /* { dg-check bounds } */
  free (a);
  free (b);
  return 0;
}
