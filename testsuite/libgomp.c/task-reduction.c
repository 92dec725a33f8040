/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Reductions with the task modifier and in_reduction, of scalars and arrays,
   in every construct that has them.  */

#include "check.h"

#include <omp.h>

#define N 100

struct pair
{
  long a, b;
};
#pragma omp declare reduction(pairs                                            \
                              : struct pair                                    \
                              : omp_out.a += omp_in.a, omp_out.b += omp_in.b)  \
    initializer(omp_priv = { 0, 0 })

static void
in_parallel (void)
{
  long sum = 3;
  int array[8] = { 0 };
  int n = 0;
#pragma omp parallel reduction(task, + : sum, array)
  {
#pragma omp atomic
    n++;
    for (int i = 0; i < N; i++)
      {
#pragma omp task in_reduction(+ : sum, array) firstprivate(i)
        {
          sum += i;
          array[i % 8]++;
        }
      }
    sum++;
  }
  CHECK (sum == 3 + n * (N * (N - 1) / 2 + 1));
  CHECK (array[0] == 13 * n && array[7] == 12 * n);
}

static void
in_loop (void)
{
  struct pair p = { 1, 2 };
  long sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(task, pairs : p) schedule(dynamic)
    for (int i = 0; i < N; i++)
      {
#pragma omp task in_reduction(pairs : p)
        {
          p.a++;
          p.b += i;
        }
      }
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < N; i++)
      {
#pragma omp task in_reduction(+ : sum)
        sum++;
      }
#pragma omp sections reduction(task, + : sum)
    {
#pragma omp section
      {
#pragma omp task in_reduction(+ : sum)
        sum += 10;
      }
#pragma omp section
      sum += 100;
    }
#pragma omp scope reduction(task, + : sum)
    {
#pragma omp task in_reduction(+ : sum)
      sum += 1000;
    }
#pragma omp single
    CHECK (sum == N + 110 + 1000 * omp_get_num_threads ());
  }
  CHECK (p.a == 1 + N && p.b == 2 + N * (N - 1) / 2);
}

static void
count (int depth, long *sum)
{
#pragma omp task in_reduction(+ : sum[0]) firstprivate(depth)
  {
    sum[0]++;
    if (depth > 0)
      {
        count (depth - 1, sum);
        count (depth - 1, sum);
      }
  }
}

static void
in_taskgroup (void)
{
  long sum[1] = { 5 };
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum[0])
  {
    count (7, sum);
    long inner = 0;
#pragma omp taskgroup task_reduction(+ : inner)
    {
      for (int i = 0; i < N; i++)
        {
#pragma omp task in_reduction(+ : sum[0], inner)
          {
            sum[0]++;
            inner++;
          }
        }
    }
    CHECK (inner == N);
  }
  CHECK (sum[0] == 5 + 255 + N);
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      in_parallel ();
      in_loop ();
      in_taskgroup ();
    }
  /* Without a region.  */
  long sum = 1;
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task in_reduction(+ : sum)
    sum += 2;
  }
  CHECK (sum == 3);
  return 0;
}
