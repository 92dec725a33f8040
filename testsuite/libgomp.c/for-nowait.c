/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Many loops without a barrier between them: threads may be several constructs
   apart, and each construct must still hand out its own iterations.  */

#include <omp.h>

#include "check.h"

#define LOOPS 200
#define N 17

static int seen[LOOPS][N];

int
main (void)
{
#pragma omp parallel
  for (int loop = 0; loop < LOOPS; loop++)
    {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < N; i++)
#pragma omp atomic
        seen[loop][i]++;
#pragma omp single nowait
#pragma omp atomic
      seen[loop][0]++;
    }
  for (int loop = 0; loop < LOOPS; loop++)
    for (int i = 0; i < N; i++)
      CHECK (seen[loop][i] == 1 + (i == 0));
  return 0;
}
