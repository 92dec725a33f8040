/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* No thread passes a barrier before all have come, many times over, and also
   with more threads than processors.  */

#include <omp.h>

#include "check.h"

#define ROUNDS 300

static void
rounds_with (int threads)
{
  int arrived = 0;

#pragma omp parallel num_threads(threads)
  for (int round = 0; round < ROUNDS; round++)
    {
#pragma omp atomic
      arrived++;
#pragma omp barrier
      int seen;
#pragma omp atomic read
      seen = arrived;
      CHECK (seen == (round + 1) * omp_get_num_threads ());
#pragma omp barrier
    }
}

int
main (void)
{
  rounds_with (omp_get_max_threads ());
  rounds_with (3);
  rounds_with (2 * omp_get_num_procs () + 1);
  return 0;
}
