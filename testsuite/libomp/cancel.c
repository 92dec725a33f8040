/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Cancelled regions, loops and sections.  */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>

#include "../libgomp.c/check.h"

static void
regions (void)
{
  int behind = 0;
#pragma omp parallel
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp cancellation point parallel
#pragma omp barrier
#pragma omp atomic
    behind++;
  }
  CHECK (behind == 0);
}

static void
loops (void)
{
  int done = 0, after = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100000; i++)
      {
#pragma omp cancellation point for
#pragma omp atomic
        done++;
#pragma omp cancel for if (i == 10)
      }
#pragma omp for
    for (int i = 0; i < 100000; i++)
      {
#pragma omp cancel for
      }
#pragma omp atomic
    after++;
  }
  CHECK (done < 100000 && after == omp_get_max_threads ());
}

static void
sections (void)
{
  int after = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
        CHECK (0);
      }
#pragma omp section
      {
#pragma omp cancellation point sections
      }
    }
#pragma omp atomic
    after++;
  }
  CHECK (after == omp_get_max_threads ());
}

int
main (void)
{
  CHECK (omp_get_cancellation ());
  for (int i = 0; i < 50; i++)
    {
      regions ();
      loops ();
      sections ();
    }
  return 0;
}
