/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* A task's data environment: its internal control variables are a copy of its
   parent's from the time when the task was made.  Final and included tasks.  */

#include "check.h"

#include <omp.h>

static void
nthreads (void)
{
  int seen[20];
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 20; i++)
      {
        omp_set_num_threads (i + 1);
#pragma omp task shared(seen) firstprivate(i)
        {
          seen[i] = omp_get_max_threads ();
          omp_set_num_threads (100 + i);
#pragma omp task shared(seen) firstprivate(i)
          if (omp_get_max_threads () != 100 + i)
            seen[i] = -1;
        }
      }
    CHECK (omp_get_max_threads () == 20);
#pragma omp taskwait
    CHECK (omp_get_max_threads () == 20);
  }
  for (int i = 0; i < 20; i++)
    CHECK (seen[i] == i + 1);
}

static void
finals (void)
{
  int checked = 0;
#pragma omp parallel
#pragma omp single
  {
    CHECK (!omp_in_final ());
#pragma omp task final(1) shared(checked)
    {
      CHECK (omp_in_final ());
      int in_order = 0;
#pragma omp task shared(in_order, checked)
      {
        CHECK (omp_in_final ());
        in_order = 1;
        checked++;
      }
      CHECK (in_order == 1);
      checked++;
    }
#pragma omp task mergeable untied if (0)
    CHECK (!omp_in_final ());
#pragma omp taskyield
  }
  CHECK (checked == 2);
}

/* Blocks of any size and alignment.  */
struct large
{
  char bytes[5000];
};
struct aligned
{
  int x __attribute__ ((aligned (256)));
};

static void
arguments (void)
{
  struct large l;
  struct aligned a = { 7 };
  for (int i = 0; i < 5000; i++)
    l.bytes[i] = (char)i;
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 50; k++)
    {
#pragma omp task firstprivate(l, a)
      {
        for (int i = 0; i < 5000; i++)
          CHECK (l.bytes[i] == (char)i);
        CHECK ((size_t)&a % 256 == 0 && a.x == 7);
      }
    }
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      nthreads ();
      finals ();
      arguments ();
    }
  return 0;
}
