/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* The threads of several teams add to one variable.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

#define N 1000

int
main (void)
{
  int a[N], sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target teams distribute parallel for num_teams(4) map(tofrom       \
                                                                  : a, sum)
    for (int i = 0; i < N; i++)
      sum += a[i]; /* { dg-report "data race" } */
  return sum == -1;
}
