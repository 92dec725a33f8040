/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Teams of a league with reductions, atomic updates and chunks of their
   own.  */

#define N 1000

int count;
#pragma omp declare target(count)

int
main (void)
{
  int a[N], sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for num_teams(4)                  \
    reduction(+ : sum) map(tofrom : a, sum)
  for (int i = 0; i < N; i++)
    {
      sum += a[i];
      a[i]++;
#pragma omp atomic
      count++;
    }
#pragma omp target teams num_teams(4)
#pragma omp distribute
  for (int k = 0; k < 10; k++)
    {
      int part = 0;
#pragma omp parallel for reduction(+ : part)
      for (int i = 0; i < N / 10; i++)
        part += a[N / 10 * k + i];
      a[N / 10 * k] = part;
    }
#pragma omp target update from(count)
  return sum != N * (N - 1) / 2 || count != N || a[1] != 2;
}
