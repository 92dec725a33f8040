/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Iterations of simd loops, which may run at once, use the same element.  */

#include <stdio.h>

#define N 100

static int a[N], sum;

#pragma omp declare target
static void
add (int *to, int value)
{
  *to += value; /* { dg-check race } */
}
#pragma omp end declare target

int
main (void)
{
  int last = 7;
#pragma omp target map(tofrom : a)
#pragma omp simd
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] + 1; /* { dg-check race } */
#pragma omp target map(tofrom : a)
#pragma omp simd safelen(8)
  for (int i = last; i < N; i++)
    a[i] = a[i - last] + 1; /* { dg-check race } */
#pragma omp target map(tofrom : a)
#pragma omp simd
  for (int i = 0; i < N - 1; i++)
    a[i] = a[i + 1] /* { dg-check race 33 } */
           + 1;
#pragma omp target map(tofrom : sum) map(to : a)
#pragma omp simd
  for (int i = 0; i < N; i++)
    add (&sum, a[i]);
#pragma omp target teams distribute parallel for simd map(tofrom : a)          \
    num_teams(1) thread_limit(1) collapse(2)
  for (int i = 0; i < 10; i++)
    for (int k = 0; k < 10; k++)
      a[10 * i] += k; /* { dg-check race } */
#pragma omp target map(tofrom : a, sum)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      sum++; /* { dg-check race } */
#pragma omp ordered simd
      a[0] += i;
    }
  printf ("%d\n", a[N / 2] + sum);
  return 0;
}
