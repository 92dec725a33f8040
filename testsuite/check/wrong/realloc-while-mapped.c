/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* realloc of memory that is mapped.  */

#include <stdlib.h>


int
main (void)
{
  int *a = calloc (10, sizeof (int));
#pragma omp target
  {
  }
#pragma omp target enter data map(to : a[0 : 10])
  a = realloc (a, 100000); /* { dg-check leak } */
  free (a);
  return 0;
}
