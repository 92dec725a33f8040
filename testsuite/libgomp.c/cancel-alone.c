/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A cancelled loop that ends with its region does not cancel the loops of the
   next region, not even in teams of one thread.  */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-threads "1 2 4" } */

#include <omp.h>
#include <stdio.h>

#include "check.h"

static int
count (int cancel_at, int threads)
{
  int done = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : done)
  for (int i = 0; i < 100; i++)
    {
#pragma omp cancellation point for
      done++;
      if (i == cancel_at)
        {
#pragma omp cancel for
        }
    }
  return done;
}

static int
count_sections (int cancel, int threads)
{
  int done = 0;
#pragma omp parallel sections num_threads(threads) reduction(+ : done)
  {
#pragma omp section
    {
      if (cancel)
        {
#pragma omp cancel sections
        }
#pragma omp cancellation point sections
      done++;
    }
#pragma omp section
    {
#pragma omp cancellation point sections
      done++;
    }
  }
  return done;
}

int
main (void)
{
  for (int threads = 1; threads <= 4; threads++)
    for (int next = 1; next <= 4; next++)
      {
        count (0, threads);
        int n = count (-1, next);
        if (n != 100)
          fprintf (stderr, "%d threads after %d: %d\n", next, threads, n);
        CHECK (n == 100);
        count_sections (1, threads);
        n = count_sections (0, next);
        if (n != 2)
          fprintf (stderr, "sections, %d threads after %d: %d\n", next, threads,
                   n);
        CHECK (n == 2);
      }
  return 0;
}
