/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Of a matrix by rows only the array of pointers is mapped.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <stdlib.h>

#define N 8

int
main (void)
{
  double **m = malloc (N * sizeof (double *));
  for (int i = 0; i < N; i++)
    m[i] = calloc (N, sizeof (double));
#pragma omp target map(to : m[0 : N])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] = i + j; /* { dg-check host-memory } */
  return 0;
}
