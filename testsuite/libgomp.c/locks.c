/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Simple and nestable locks: exclusion, test, counting, ownership by tasks.  */

#include <omp.h>

#include "check.h"

#define ROUNDS 1000

int
main (void)
{
  omp_lock_t simple;
  omp_nest_lock_t nest;
  long with_simple = 0, with_nest = 0, with_test = 0;
  int n = 0;

  omp_init_lock (&simple);
  omp_init_nest_lock (&nest);
#pragma omp parallel reduction(+ : n)
  {
    n = 1;
    for (int i = 0; i < ROUNDS; i++)
      {
        omp_set_lock (&simple);
        with_simple++;
        omp_unset_lock (&simple);

        omp_set_nest_lock (&nest);
        CHECK (omp_test_nest_lock (&nest) == 2);
        with_nest++;
        omp_unset_nest_lock (&nest);
        omp_unset_nest_lock (&nest);

        if (omp_test_lock (&simple))
          {
            CHECK (!omp_test_lock (&simple));
            with_test++;
            omp_unset_lock (&simple);
          }
      }
  }
  CHECK (with_simple == (long)n * ROUNDS && with_nest == (long)n * ROUNDS);
  CHECK (with_test > 0);
  omp_destroy_lock (&simple);
  omp_destroy_nest_lock (&nest);
  return 0;
}
