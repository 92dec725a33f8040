/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Iterations use those that they wait for.  The number of iterations of the
   first loop is a constant, that of the second one is not.  */

#define N 60
#define M 12
#define CHECK(what) if (!(what)) __builtin_abort ()

int
main (void)
{
  int a[N] = { 0 }, b[M][M] = { { 0 } }, n = M;
#pragma omp target map(tofrom : a)
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 1; i < N; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
    }
#pragma omp target map(tofrom : b)
#pragma omp parallel for ordered(2) num_threads(4) schedule(dynamic)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        b[i][j] = b[i - 1][j] + b[i][j - 1] + 1;
#pragma omp ordered depend(source)
      }
  CHECK (a[N - 1] == N - 1);
  CHECK (b[1][M - 1] == M - 1 && b[2][2] == 5);
  return 0;
}
