/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A stencil with two arrays and a residual.  */

#include <stdlib.h>


#define N 32

int
main (void)
{
  double *u = calloc (N * N, sizeof (double));
  double *v = calloc (N * N, sizeof (double)), residual = 1;
  for (int i = 0; i < N; i++)
    u[i] = v[i] = 1;
#pragma omp target data map(tofrom : u[0 : N * N]) map(to : v[0 : N * N])
  for (int k = 0; k < 10; k++)
    {
      residual = 0;
#pragma omp target teams distribute parallel for collapse(2)                   \
    map(tofrom : residual) reduction(max : residual)
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          {
            v[i * N + j] = (u[i * N + j - 1] + u[i * N + j + 1]
                            + u[(i - 1) * N + j] + u[(i + 1) * N + j])
                           / 4;
            double change = v[i * N + j] - u[i * N + j];
            residual = change > residual ? change : residual;
          }
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N * N; i++)
        u[i] = v[i];
    }
  int bad = residual <= 0 || residual > 0.25 || u[N + 1] <= 0;
  free (u);
  free (v);
  return bad;
}
