/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* memset of more than is mapped.  */

#include <stdlib.h>


#include <string.h>

int
main (void)
{
  char *a = malloc (100);
#pragma omp target map(from : a[0 : 99])
  memset (a, 0, 100); /* { dg-check bounds } */
  free (a);
  return 0;
}
