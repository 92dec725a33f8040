/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A taskgroup inside a task runs descendants of any depth, also those that wait
   in the shared queue.  */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "10" } */
/* { dg-threads "1 2 4" } */

#include "check.h"

static int deepest;

static void
descend (int depth)
{
  if (depth == 0)
    {
#pragma omp atomic
      deepest++;
      return;
    }
#pragma omp task priority(depth % 10 + 1)
  descend (depth - 1);
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
#pragma omp taskgroup
    descend (1000);
    CHECK (deepest == 1);
  }
  return 0;
}
