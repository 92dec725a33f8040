/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(alloc:) of an input.  */

#include <stdlib.h>


#define N 100

int
main (void)
{
  int *a = malloc (N * sizeof (int)), sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target map(alloc : a[0 : N]) map(tofrom : sum)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* { dg-check unwritten } */
  free (a);
  return 0;
}
