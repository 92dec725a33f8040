/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Monotonic and ordered loops with iterations of a few nanoseconds, in which a
   thread may stand aside for others.  Each iteration is executed once and in
   ascending order in each thread; ordered regions are executed in the order of
   the loop.  The loops take little or long, and have many chunks or few.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include "check.h"

#define MOST 100000

static unsigned char times[MOST];

static void
check_loop (int n, int chunk, int work)
{
#pragma omp parallel
  {
    int last = -1;
#pragma omp for schedule(monotonic : dynamic, chunk)
    for (int i = 0; i < n; i++)
      {
        CHECK (i > last);
        last = i;
        times[i]++;
        for (int j = 0; j < work; j++)
          __asm__ volatile("" : : : "memory");
      }
  }
  for (int i = 0; i < n; i++)
    {
      CHECK (times[i] == 1);
      times[i] = 0;
    }
}

static void
check_ordered (int n, int chunk, int work)
{
  int next = 0;
#pragma omp parallel for ordered schedule(dynamic, chunk)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < work; j++)
        __asm__ volatile("" : : : "memory");
#pragma omp ordered
      CHECK (next++ == i);
    }
  CHECK (next == n);
}

int
main (void)
{
  for (int round = 0; round < 5; round++)
    {
      check_loop (MOST, 1, 0);
      check_loop (300, 1, 1000);
      check_loop (MOST, 7, 2);
      check_loop (3, 1, 0);
      check_loop (0, 1, 0);
      check_ordered (MOST / 5, 1, 0);
      check_ordered (300, 1, 1000);
      check_ordered (MOST / 5, 7, 2);
      check_ordered (3, 1, 0);
    }
  return 0;
}
