/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines about places, with one place, and with two of one CPU.  */
/* { dg-do run }
   { dg-set-target-env-var OMP_PLACES "{0},{0}" }
   { dg-set-target-env-var OMP_PROC_BIND "close" } */

#include "check.h"

#include <omp.h>

int
main (void)
{
  int ids[2] = { -1, -1 };
  CHECK (omp_get_num_places () == 2);
  CHECK (omp_get_proc_bind () == omp_proc_bind_close);
  CHECK (omp_get_place_num_procs (0) == 1 && omp_get_place_num_procs (1) == 1);
  CHECK (omp_get_place_num_procs (2) == 0 && omp_get_place_num_procs (-1) == 0);
  omp_get_place_proc_ids (1, ids);
  CHECK (ids[0] == 0 && ids[1] == -1);
  CHECK (omp_get_place_num () == 0);
  CHECK (omp_get_partition_num_places () == 2);
  omp_get_partition_place_nums (ids);
  CHECK (ids[0] == 0 && ids[1] == 1);
#pragma omp parallel num_threads(2)
  {
    CHECK (omp_get_place_num () == omp_get_thread_num ());
    CHECK (omp_get_partition_num_places () == 2);
  }
#pragma omp parallel num_threads(2) proc_bind(spread)
  {
    int own = -1;
    CHECK (omp_get_place_num () == omp_get_thread_num ());
    CHECK (omp_get_partition_num_places () == 1);
    omp_get_partition_place_nums (&own);
    CHECK (own == omp_get_thread_num ());
  }
#pragma omp parallel num_threads(2) proc_bind(master)
  CHECK (omp_get_place_num () == 0);
  return 0;
}
