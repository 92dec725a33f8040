/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-threads "1 2 4 8" } */
/* Cancellation of parallel, for, sections and taskgroup.  */

#include <omp.h>

#include "check.h"

static void
cancel_parallel (void)
{
  int after = 0;

#pragma omp parallel
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp barrier
#pragma omp atomic
    after++;
  }
  CHECK (after == 0);
}

static void
cancel_for (void)
{
  int done = 0, after = 0, threads = 0;

#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100000; i++)
      {
#pragma omp cancellation point for
#pragma omp atomic
        done++;
        if (i >= 10)
          {
#pragma omp cancel for
          }
      }
#pragma omp atomic
    after++;
#pragma omp single
    threads = omp_get_num_threads ();
  }
  CHECK (done < 100000 && after == threads);
}

static void
cancel_sections (void)
{
  int late = 0;

#pragma omp parallel num_threads(1)
#pragma omp sections
  {
#pragma omp section
    {
#pragma omp cancel sections
      late++;
    }
#pragma omp section
    late++;
  }
  CHECK (late == 0);
}

static void
cancel_taskgroup (void)
{
  int ran = 0;

#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp cancel taskgroup
        CHECK (0);
      }
#pragma omp taskwait
      for (int i = 0; i < 100; i++)
#pragma omp task shared(ran)
#pragma omp atomic
        ran++;
    }
    CHECK (ran == 0);
#pragma omp task shared(ran)
    ran = 1;
#pragma omp taskwait
    CHECK (ran == 1);
  }
}

int
main (void)
{
  CHECK (omp_get_cancellation ());
  cancel_parallel ();
  cancel_for ();
  cancel_sections ();
  cancel_taskgroup ();
  return 0;
}
