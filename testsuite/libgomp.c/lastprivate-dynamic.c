/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* The thread that runs the last iteration gets no chunk after that one: the
   compiler's code for lastprivate looks at the last chunk only.  */

#include "check.h"

static int
last_of (int n)
{
  int last = -1;

#pragma omp parallel for schedule(dynamic, 3) lastprivate(last)
  for (int i = 0; i < n; i++)
    last = i;
  return last;
}

static long
last_long (long n)
{
  long last = -1;

#pragma omp parallel for schedule(nonmonotonic : dynamic) lastprivate(last)
  for (long i = n; i > 0; i--)
    last = i;
  return last;
}

static int
last_guided (int n)
{
  int last = -1;

#pragma omp parallel for schedule(guided) lastprivate(last)
  for (int i = 0; i < n; i++)
    last = i;
  return last;
}

int
main (void)
{
  for (int n = 1; n < 300; n++)
    {
      CHECK (last_of (n) == n - 1);
      CHECK (last_long (n) == 1);
      CHECK (last_guided (n) == n - 1);
    }
  return 0;
}
