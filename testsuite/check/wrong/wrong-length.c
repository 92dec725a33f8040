/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The length of a section is taken for its end.  */

#include <stdlib.h>


int
main (void)
{
  int *a = calloc (100, sizeof (int));
  /* Elements 20 to 59 are meant.  */
#pragma omp target map(tofrom : a[20 : 30])
  for (int i = 20; i < 60; i++)
    a[i] = i; /* { dg-check bounds } */
  free (a);
  return 0;
}
