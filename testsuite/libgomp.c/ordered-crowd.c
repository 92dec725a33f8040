/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Ordered loops with more threads than CPUs, in which threads stand back while
   others take short chunks.  Each iteration is executed once and in order, in
   short and long loops, and if chunks become long.  */
/* { dg-do run } */
/* { dg-threads "4 8 16" } */

#include <sched.h>

#include "check.h"

static void
in_order (int length, int slow_from)
{
  int last = -1;

#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < length; i++)
    {
      /* Beside busy processes each takes a time slice.  */
      if (i >= slow_from)
        sched_yield ();
#pragma omp ordered
      {
        CHECK (last == i - 1);
        last = i;
      }
    }
  CHECK (last == length - 1);
}

static void
series (int loops)
{
  int sum = 0, order = 0;

#pragma omp parallel
  for (int k = 0; k < loops; k++)
#pragma omp for ordered schedule(dynamic, 3) nowait
    for (int i = 0; i < 10; i++)
#pragma omp ordered
      {
#pragma omp atomic
        sum++;
#pragma omp atomic
        order += i;
      }
  CHECK (sum == 10 * loops && order == 45 * loops);
}

int
main (void)
{
  for (int length = 0; length < 40; length++)
    in_order (length, length);
  in_order (20000, 20000);
  in_order (2200, 2000);
  series (500);
  return 0;
}
