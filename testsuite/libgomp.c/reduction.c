/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Reductions: over loops, arrays and user-defined operators; by tasks; scan. */

#include <omp.h>

#include "check.h"

#define N 1000

struct range
{
  int low, high;
};

static struct range
join (struct range a, struct range b)
{
  return (struct range){ a.low < b.low ? a.low : b.low,
                         a.high > b.high ? a.high : b.high };
}

#pragma omp declare reduction(join                                             \
                              : struct range                                   \
                              : omp_out = join(omp_out, omp_in))               \
    initializer(omp_priv = (struct range){ N, -1 })

static void
worksharing (void)
{
  long sum = 0, histogram[10] = { 0 };
  int smallest = N, any = 0;
  double product = 1;
  struct range range = { N, -1 };

#pragma omp parallel for reduction(+ : sum, histogram) reduction(min : smallest) \
    reduction(|| : any) reduction(join : range) reduction(* : product)
  for (int i = 0; i < N; i++)
    {
      sum += i;
      histogram[i % 10]++;
      smallest = i + 3 < smallest ? i + 3 : smallest;
      any = any || i == 77;
      range = join (range, (struct range){ i, i });
      product *= i == 5 ? 2 : 1;
    }
  CHECK (sum == 999L * 500 && smallest == 3 && any && product == 2);
  CHECK (range.low == 0 && range.high == N - 1);
  for (int i = 0; i < 10; i++)
    CHECK (histogram[i] == N / 10);
}

static void
by_tasks (void)
{
  long sum = 5, total = 0, loop = 0;

#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum)
      sum += i;
    CHECK (sum == 5 + 999L * 500);
#pragma omp taskloop reduction(+ : loop)
    for (int i = 0; i < N; i++)
      loop += i;
    CHECK (loop == 999L * 500);
  }

#pragma omp parallel reduction(task, + : total)
  {
#pragma omp task in_reduction(+ : total)
    total += 2;
    total += 1;
  }
  CHECK (total % 3 == 0 && total >= 3);
}

static void
scan (void)
{
  int running = 0, out[N];

#pragma omp parallel for reduction(inscan, + : running)
  for (int i = 0; i < N; i++)
    {
      running += i;
#pragma omp scan inclusive(running)
      out[i] = running;
    }
  for (int i = 0; i < N; i++)
    CHECK (out[i] == i * (i + 1) / 2);
}

int
main (void)
{
  worksharing ();
  by_tasks ();
  scan ();
  return 0;
}
