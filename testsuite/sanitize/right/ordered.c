/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Iterations use those before in ordered constructs.  */

#define N 100
#define CHECK(what) if (!(what)) __builtin_abort ()

int
main (void)
{
  int a[N] = { 0 };
#pragma omp target map(tofrom : a)
#pragma omp parallel for ordered num_threads(4) schedule(static, 1)
  for (int i = 1; i < N; i++)
    {
#pragma omp ordered
      a[i] = a[i - 1] + 1;
    }
  CHECK (a[N - 1] == N - 1);
  return 0;
}
