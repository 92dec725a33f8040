/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_NUM_THREADS "3,2" } */
/* { dg-set-target-env-var OMP_SCHEDULE "guided,5" } */
/* { dg-set-target-env-var OMP_DYNAMIC "false" } */
/* The routines that get and set control variables, and the scope of these
   variables.  */

#include <omp.h>

#include "check.h"

int
main (void)
{
  omp_sched_t kind;
  int chunk;

  CHECK (omp_get_max_threads () == 3);
  CHECK (omp_get_num_procs () >= 1 && omp_get_thread_limit () > 0);
  CHECK (!omp_get_dynamic () && !omp_in_parallel () && omp_get_level () == 0);
  omp_get_schedule (&kind, &chunk);
  CHECK ((kind & ~omp_sched_monotonic) == omp_sched_guided && chunk == 5);

#pragma omp parallel
  {
    CHECK (omp_get_num_threads () == 3 && omp_in_parallel ());
    CHECK (omp_get_max_threads () == 2);
    omp_set_num_threads (5 + omp_get_thread_num ());
#pragma omp barrier
    CHECK (omp_get_max_threads () == 5 + omp_get_thread_num ());
    omp_set_schedule (omp_sched_static, 2);
  }
  CHECK (omp_get_max_threads () == 3);
  omp_get_schedule (&kind, &chunk);
  CHECK ((kind & ~omp_sched_monotonic) == omp_sched_guided);

  omp_set_dynamic (1);
  CHECK (omp_get_dynamic ());
  omp_set_max_active_levels (4);
  CHECK (omp_get_max_active_levels () == 4);
  CHECK (omp_get_supported_active_levels () >= 4);

  double start = omp_get_wtime ();
  CHECK (omp_get_wtick () > 0 && omp_get_wtick () < 1);
  CHECK (omp_get_wtime () >= start);
  CHECK (omp_is_initial_device ());
  CHECK (omp_get_device_num () == omp_get_initial_device ());
  return 0;
}
