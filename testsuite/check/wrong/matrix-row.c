/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One row too few of a matrix is mapped.  */

#include <stdlib.h>


#define N 16

int
main (void)
{
  double *m = calloc (N * N, sizeof (double)), *v = calloc (N, sizeof (double));
#pragma omp target teams distribute map(to : m[0 : N * (N - 1)])               \
    map(tofrom : v[0 : N])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      v[i] += m[i * N + j]; /* { dg-check bounds } */
  free (m);
  free (v);
  return 0;
}
