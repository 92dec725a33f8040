/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* A taskgroup waits for descendants too; taskloop covers its iterations, with
   grainsize, num_tasks, nogroup and collapse.  */

#include <omp.h>
#include <string.h>

#include "check.h"

#define N 500

static int seen[N];

static void
check_once (void)
{
  for (int i = 0; i < N; i++)
    CHECK (seen[i] == 1);
  memset (seen, 0, sizeof seen);
}

static void
descend (int depth, int *count)
{
#pragma omp atomic
  ++*count;
  if (depth > 0)
    for (int i = 0; i < 3; i++)
#pragma omp task
      descend (depth - 1, count);
}

static void
loops (void)
{
#pragma omp taskloop
  for (int i = 0; i < N; i++)
    seen[i]++;
  check_once ();
#pragma omp taskloop grainsize(7)
  for (long i = N - 1; i >= 0; i--)
    seen[i]++;
  check_once ();
#pragma omp taskloop num_tasks(5) collapse(2)
  for (unsigned long long i = 0; i < N / 10; i++)
    for (unsigned long long j = 0; j < 10; j++)
      seen[i * 10 + j]++;
  check_once ();
#pragma omp taskgroup
  {
#pragma omp taskloop nogroup grainsize(strict : 50)
    for (int i = 0; i < N; i++)
      seen[i]++;
  }
  check_once ();
  int last = -1;
#pragma omp taskloop lastprivate(last) firstprivate(last)
  for (int i = 0; i < N; i++)
    last = i;
  CHECK (last == N - 1);
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    int count = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(count)
      descend (5, &count);
    }
    CHECK (count == 364);
    loops ();
  }
  loops ();
  return 0;
}
