/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* The threads of several teams add to one variable.  */

#define N 1000

int
main (void)
{
  int a[N], sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for num_teams(4)                  \
    map(tofrom : a, sum)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* { dg-report "data race" } */
  return sum == -1;
}
