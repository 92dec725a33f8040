/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Tasks of a region: waited for, in order by their dependences, in groups, and
   those of a taskloop.  */

#define N 100
#define CHECK(what) if (!(what)) __builtin_abort ()

int
main (void)
{
  int a[N] = { 0 }, first = 0, second = 0, sum = 0;
#pragma omp target map(tofrom : a, first, second, sum)
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(first)
    first = 1;
#pragma omp taskwait
    first++;
#pragma omp task shared(first, second) depend(out : second)
    second = first;
#pragma omp task shared(second) depend(inout : second)
    second++;
#pragma omp taskloop shared(a) num_tasks(10)
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < N; i++)
#pragma omp task shared(a) in_reduction(+ : sum)
      sum += a[i];
  }
  CHECK (first == 2 && second == 3);
  CHECK (sum == N * (N - 1) / 2);
  return 0;
}
