/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O2 -DOFFLOAD_EMUL_SHARED" } */
/* { dg-additional-options "-Wno-unknown-pragmas" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-set-target-env-var OMP_NUM_THREADS "2" } */
/* { dg-set-target-env-var OMP_NUM_THREADS_DEV_0 "3,2" } */
/* { dg-set-target-env-var OMP_NUM_THREADS_DEV_1 "5" } */
/* { dg-set-target-env-var OMP_NUM_TEAMS_DEV_1 "4" } */
/* { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_DEV_1 "2" } */
/* { dg-set-target-env-var OMP_THREAD_LIMIT_DEV_0 "7" } */
/* { dg-set-target-env-var OMP_MAX_ACTIVE_LEVELS_DEV_0 "3" } */
/* { dg-skip-stock "its devices have memory of their own" } */
/* The variables of devices that share memory are not the host's, and a region
   changes its own only.  */

#include "unified.h"

int
main (void)
{
  int threads[2] = { 0 }, limit[2] = { 0 }, levels[2] = { 0 }, teams[2] = { 0 };
  if (shared_devices () < 2)
    return 0;
  for (int round = 0; round < 2; round++)
    for (int device = 0; device < 2; device++)
      {
#pragma omp target device(device) map(threads, limit, levels)
        {
          threads[device] = omp_get_max_threads ();
          limit[device] = omp_get_thread_limit ();
          levels[device] = omp_get_max_active_levels ();
          omp_set_num_threads (9);
        }
        int *here = &teams[device];
#pragma omp target teams device(device)
        if (omp_get_team_num () == 0)
          *here = omp_get_num_teams ();
      }
  CHECK (threads[0] == 3 && threads[1] == 5);
  CHECK (limit[0] == 7 && levels[0] == 3);
  CHECK (teams[1] == 4);
  CHECK (omp_get_max_threads () == 2);
  return 0;
}
