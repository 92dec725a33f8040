/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Regions within regions: levels, ancestors, sizes, and the limit on active
   levels.  */

#include <omp.h>

#include "check.h"

static void
innermost (int outer, int middle)
{
  CHECK (omp_get_level () == 3 && omp_get_active_level () == 2);
  CHECK (omp_get_num_threads () == 1);
  CHECK (omp_get_ancestor_thread_num (0) == 0);
  CHECK (omp_get_ancestor_thread_num (1) == outer);
  CHECK (omp_get_ancestor_thread_num (2) == middle);
  CHECK (omp_get_ancestor_thread_num (3) == 0);
  CHECK (omp_get_ancestor_thread_num (4) == -1);
  CHECK (omp_get_team_size (1) == 3 && omp_get_team_size (2) == 2);
}

int
main (void)
{
  int inner = 0;

  omp_set_dynamic (0);
  omp_set_max_active_levels (2);
  for (int round = 0; round < 20; round++)
#pragma omp parallel num_threads(3) reduction(+ : inner)
    {
      int outer = omp_get_thread_num ();
#pragma omp parallel num_threads(2) reduction(+ : inner)
      {
        int middle = omp_get_thread_num ();
        inner++;
#pragma omp parallel num_threads(2)
        innermost (outer, middle);
      }
    }
  CHECK (inner == 20 * 6);

  omp_set_max_active_levels (1);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(4)
  CHECK (omp_get_num_threads () == 1);
  return 0;
}
