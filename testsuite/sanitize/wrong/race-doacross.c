/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* An iteration waits for the one before the last, and uses the last one.  */

#define N 100

int
main (void)
{
  int a[N] = { 0 };
#pragma omp target map(tofrom : a)
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 2; i < N; i++)
    {
#pragma omp ordered depend(sink : i - 2)
      a[i] = a[i - 1] + 1; /* { dg-report "data race" } */
#pragma omp ordered depend(source)
    }
  return a[2] == 0;
}
