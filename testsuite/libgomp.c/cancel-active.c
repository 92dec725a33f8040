/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that wait actively still see that an iteration far before theirs is
   done, if regions can be cancelled.  They also see that an iteration will
   never be done, since its thread has left a cancelled region.  */
/* { dg-do run } */
/* { dg-skip-stock "waits for ever for a thread that left" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-set-target-env-var OMP_WAIT_POLICY "active" } */

#include <omp.h>

#include "check.h"

#define ROWS 12
#define COLUMNS 200

static int grid[ROWS + 1][COLUMNS];

/* When a row begins, the first element of the row before is a row away.  */
static void
rows (int threads)
{
#pragma omp parallel num_threads(threads)
#pragma omp for ordered(2) schedule(dynamic)
  for (int i = 1; i <= ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      {
#pragma omp ordered depend(sink : i - 1, j)
        grid[i][j] = grid[i - 1][j] + 1;
#pragma omp ordered depend(source)
      }
  for (int j = 0; j < COLUMNS; j++)
    CHECK (grid[ROWS][j] == ROWS);
}

/* Thread 1 does nothing of any loop.  */
static void
left_in_ordered (int threads)
{
  int last = -1;
#pragma omp parallel num_threads(threads)
  {
    if (omp_get_thread_num () == 1)
      {
#pragma omp cancel parallel
      }
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < 2 * threads; i++)
      {
#pragma omp ordered
        {
          CHECK (i > last);
          last = i;
        }
      }
  }
}

static void
left_in_doacross (int threads)
{
#pragma omp parallel num_threads(threads)
  {
    if (omp_get_thread_num () == 1)
      {
#pragma omp cancel parallel
      }
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 0; i < 2 * threads; i++)
      {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
      }
  }
}

int
main (void)
{
  for (int threads = 2; threads <= 4; threads++)
    {
      rows (threads);
      left_in_ordered (threads);
      left_in_doacross (threads);
    }
  return 0;
}
