/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* However many tasks with a priority a thread makes, only few of them wait at a
   time.  */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "10" } */
/* { dg-threads "1 2 4" } */

#include <stdio.h>

#include "check.h"
#include "peak.h"

#define TASKS 1000000

int
main (void)
{
  long done = 0;
  long before = peak ();
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < TASKS; i++)
#pragma omp task priority(i % 10 + 1)
      {
#pragma omp atomic
        done++;
      }
#pragma omp taskloop priority(3) grainsize(1)
    for (int i = 0; i < TASKS; i++)
      {
#pragma omp atomic
        done++;
      }
  }
  printf ("%ld KiB more\n", peak () - before);
  CHECK (done == 2 * TASKS && peak () - before <= 64 * 1024);
  return 0;
}
