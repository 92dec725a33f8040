/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Regions of several host threads at once, with teams of different sizes: a
   parallel region has threads of its own team only, and runs every iteration
   and task once.  */

#include "target-check.h"

#define N 300
#define ROUNDS 10

static int
count_threads (int limit)
{
  int threads = 0;
#pragma omp target thread_limit(limit) map(tofrom: threads)
#pragma omp parallel
#pragma omp atomic
  threads++;
  return threads;
}

static int
add_in_loop (int limit, const int *a)
{
  int sum = 0;
#pragma omp target thread_limit(limit) map(to: a[0:N]) map(tofrom: sum) nowait
  {
    int s = 0;
#pragma omp parallel for reduction(+: s) schedule(dynamic, 3)
    for (int i = 0; i < N; i++)
      s += a[i];
    sum = s;
  }
#pragma omp taskwait
  return sum;
}

static int
add_in_tasks (int limit, const int *a)
{
  int sum = 0;
#pragma omp target thread_limit(limit) map(to: a[0:N]) map(tofrom: sum)
  {
    int s = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < N; i += 10)
#pragma omp task firstprivate(i) shared(s)
      for (int k = i; k < i + 10; k++)
        {
#pragma omp atomic
          s += a[k];
        }
    sum = s;
  }
  return sum;
}

static int
add_in_teams (int limit, const int *a)
{
  int sum = 0;
#pragma omp target teams distribute parallel for num_teams(3)                  \
  thread_limit(limit) map(to: a[0:N]) reduction(+: sum)
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum;
}

int
main (void)
{
  static const int limits[] = { 1, 2, 3, 5, 8, 12 };
  int a[N], right = 0;
  for (int i = 0; i < N; i++)
    right += a[i] = i * i % 101;
#pragma omp parallel for num_threads(6) schedule(static, 1)
  for (int t = 0; t < 6; t++)
    for (int round = 0; round < ROUNDS; round++)
      {
        int threads = count_threads (limits[t]);
        CHECK (threads >= 1 && threads <= limits[t]);
        CHECK (add_in_loop (limits[t], a) == right);
        CHECK (add_in_tasks (limits[t], a) == right);
        CHECK (add_in_teams (limits[t], a) == right);
      }
  return 0;
}
