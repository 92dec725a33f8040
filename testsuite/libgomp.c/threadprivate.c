/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_DYNAMIC "false" } */
/* Threadprivate variables keep their values from region to region; copyin.  */

#include <omp.h>

#include "check.h"

static int mine = 7;
static struct
{
  int values[20];
} table;
#pragma omp threadprivate(mine, table)

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    CHECK (mine == 7);
    mine = 100 + omp_get_thread_num ();
  }
#pragma omp parallel num_threads(4)
  CHECK (mine == 100 + omp_get_thread_num ());

  mine = 42;
  table.values[19] = 5;
#pragma omp parallel num_threads(4) copyin(mine, table)
  {
    CHECK (mine == 42 && table.values[19] == 5);
    mine = omp_get_thread_num ();
  }
  CHECK (mine == 0);
  return 0;
}
