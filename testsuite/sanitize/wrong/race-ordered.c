/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* An iteration uses the one before outside of the ordered construct.  */

#define N 100

int
main (void)
{
  int a[N] = { 0 }, count = 0;
#pragma omp target map(tofrom : a, count)
#pragma omp parallel for ordered num_threads(4) schedule(static, 1)
  for (int i = 1; i < N; i++)
    {
      a[i] = a[i - 1] + 1; /* { dg-report "data race" } */
#pragma omp ordered
      count++;
    }
  return a[1] + count == 0;
}
