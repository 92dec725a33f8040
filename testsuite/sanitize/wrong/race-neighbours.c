/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Iterations use what their neighbours write.  */

#define N 1000

int
main (void)
{
  int a[N] = { 0 };
#pragma omp target map(tofrom : a)
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < N - 1; i++)
    a[i] = a[i + 1] + 1; /* { dg-report "data race" } */
  return a[N - 1] != 0;
}
