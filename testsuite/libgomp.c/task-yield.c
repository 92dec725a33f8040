/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "its taskyield does nothing" } */
/* A taskyield runs a task that is ready, so a program may wait for what that
   task does.  */

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

int
main (void)
{
  atomic_int over = 0;
  int left = 100;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      for (int i = 0; i < 100; i++)
#pragma omp task shared(left)
#pragma omp atomic
        left--;
      for (int seen = 1; seen > 0;)
        {
#pragma omp taskyield
#pragma omp atomic read
          seen = left;
        }
      over = 1;
    }
  else
    /* It runs none of them.  */
    while (!over)
      sched_yield ();
  CHECK (left == 0);
  return 0;
}
