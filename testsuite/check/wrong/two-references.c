/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The first exit data of two copies nothing back.  */

#include <stdlib.h>


int
main (void)
{
  int *a = calloc (10, sizeof (int));
#pragma omp target enter data map(to : a[0 : 10])
#pragma omp target enter data map(to : a[0 : 10])
#pragma omp target
  a[1] = 1;
#pragma omp target exit data map(from : a[0 : 10])
  int bad = a[1]; /* { dg-check lost } */
#pragma omp target exit data map(from : a[0 : 10])
  free (a);
  return bad;
}
