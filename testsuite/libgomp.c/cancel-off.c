/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Without OMP_CANCELLATION, cancel constructs do nothing.  */

#include <omp.h>

#include "check.h"

int
main (void)
{
  int done = 0, sections = 0, after = 0, tasks = 0, size = 0;
  CHECK (!omp_get_cancellation ());
#pragma omp parallel
  {
#pragma omp cancel parallel
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 1000; i++)
      {
#pragma omp cancel for
#pragma omp cancellation point for
#pragma omp atomic
        done++;
      }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
#pragma omp atomic
        sections++;
      }
#pragma omp section
#pragma omp atomic
      sections++;
    }
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 100; i++)
#pragma omp task shared(tasks)
      {
#pragma omp cancel taskgroup
#pragma omp cancellation point taskgroup
#pragma omp atomic
        tasks++;
      }
#pragma omp cancellation point parallel
#pragma omp barrier
#pragma omp atomic
    after++;
#pragma omp master
    size = omp_get_num_threads ();
  }
  CHECK (done == 1000 && sections == 2 && tasks == 100 && after == size);
  return 0;
}
