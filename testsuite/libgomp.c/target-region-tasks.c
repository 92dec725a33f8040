/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Tasks of threads in a region: dependences, affinity and strict numbers.  */

#include "target-check.h"

enum
{
  N = 64
};

int
main (void)
{
  int a[4] = { 0 }, together = 0, sum = 0, blocks = 0;

#pragma omp target map(tofrom : a, together, sum, blocks)
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(iterator(i = 0 : 4), out : a[i]) affinity(a)
    for (int i = 0; i < 4; i++)
      a[i] = i + 1;
    for (int i = 0; i < 4; i++)
#pragma omp task depend(in : a[i]) depend(mutexinoutset : together)
      together += a[i];
#pragma omp task depend(in : together)
    sum = together;
#pragma omp taskwait depend(in : sum)
#pragma omp taskloop grainsize(strict : 16) reduction(+ : blocks)
    for (int i = 0; i < N; i++)
      blocks += i % 16 == 0;
  }
  CHECK (sum == 10 && blocks == N / 16);
  sum = 0;
#pragma omp target map(tofrom : sum)
#pragma omp parallel master taskloop num_tasks(strict : 8) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += i;
  CHECK (sum == N * (N - 1) / 2);
  return 0;
}
