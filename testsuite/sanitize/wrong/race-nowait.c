/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* The second loop does not wait for the first one.  */

#define N 1000

int
main (void)
{
  int a[N] = { 0 }, b[N] = { 0 };
#pragma omp target map(tofrom : a, b)
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      a[i] = i; /* { dg-report "data race" } */
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i]; /* { dg-report "data race" } */
  }
  return b[N - 1] < 0;
}
