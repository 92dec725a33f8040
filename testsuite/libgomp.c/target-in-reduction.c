/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 4" } */
/* Target regions, as tasks too, take part in the reduction of a taskgroup and
   of a parallel region: each adds to the copy of its thread.  */

#include "target-check.h"

#define REGIONS 24

static void
of_taskgroup (void)
{
  long sum = 100;

#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum)
  for (int i = 1; i <= REGIONS; i++)
    {
#pragma omp target in_reduction(+: sum) firstprivate(i)
      sum += i;
    }
  CHECK (sum == 100 + REGIONS * (REGIONS + 1) / 2);
}

static void
in_tasks (void)
{
  int sum = 0, product = 1;

#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum) task_reduction(*: product)
  for (int i = 0; i < REGIONS; i++)
    {
#pragma omp task in_reduction(+: sum) in_reduction(*: product) firstprivate(i)
      {
#pragma omp target in_reduction(+: sum) in_reduction(*: product)
        {
          sum += i;
          product *= i % 2 != 0 ? 2 : 1;
        }
      }
    }
  CHECK (sum == REGIONS * (REGIONS - 1) / 2);
  CHECK (product == 1 << REGIONS / 2);
}

static void
of_region (void)
{
  int highest = -1;

#pragma omp parallel reduction(task, max: highest)
#pragma omp single
  for (int i = 0; i < REGIONS; i++)
    {
#pragma omp target in_reduction(max: highest) firstprivate(i)
      if (i > highest)
        highest = i;
    }
  CHECK (highest == REGIONS - 1);
}

int
main (void)
{
  of_taskgroup ();
  in_tasks ();
  of_region ();
  return 0;
}
