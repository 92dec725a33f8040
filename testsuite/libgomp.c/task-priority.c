/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "5" } */
/* Priorities: all tasks run, and one thread runs the more urgent first.  */

#include "check.h"

#include <omp.h>

#define TASKS 40

static int order[TASKS];
static int ran;

int
main (void)
{
  CHECK (omp_get_max_task_priority () == 5);
#pragma omp parallel num_threads(1)
  for (int i = 0; i < TASKS; i++)
    {
#pragma omp task priority(i % 8) firstprivate(i)
      order[ran++] = i % 8 > 5 ? 5 : i % 8;
    }
  CHECK (ran == TASKS);
  for (int i = 1; i < TASKS; i++)
    CHECK (order[i] <= order[i - 1]);

  ran = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 1000; i++)
    {
#pragma omp task priority(i % 3)
      {
#pragma omp task priority(5)
#pragma omp atomic
        ran++;
#pragma omp taskwait
#pragma omp atomic
        ran++;
      }
    }
  CHECK (ran == 2000);
  return 0;
}
