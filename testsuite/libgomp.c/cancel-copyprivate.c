/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The value that a copyprivate construct of a cancelled region published is not
   taken for that of the next region's construct.  */
/* { dg-do run } */
/* { dg-skip-stock "waits for ever" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */

#include <omp.h>
#include <unistd.h>

#include "check.h"

static int wrong;

/* Thread 0 leaves before the construct, which thread 1 executes.  */
static void
cancelled_region (void)
{
  int gone = 0;
#pragma omp parallel num_threads(2)
  {
    int value = -1;
    if (omp_get_thread_num () == 0)
      {
#pragma omp atomic write
        gone = 1;
#pragma omp cancel parallel
      }
    int seen = 0;
    while (!seen)
      {
#pragma omp atomic read
        seen = gone;
      }
#pragma omp single copyprivate(value)
    value = 7;
#pragma omp cancellation point parallel
    (void)value;
  }
}

static void
next_region (int expected)
{
#pragma omp parallel num_threads(2)
  {
    int value = -1;
#pragma omp single copyprivate(value)
    {
      usleep (20000);
      value = expected;
    }
    if (value != expected)
#pragma omp atomic write
      wrong = 1;
  }
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      cancelled_region ();
      next_region (100 + i);
    }
  CHECK (!wrong);
  return 0;
}
