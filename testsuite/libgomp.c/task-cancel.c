/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* Cancelling a taskgroup and a region that has tasks.  */

#include "check.h"

#include <omp.h>

static int ran, outside;

static void
taskgroup (void)
{
  ran = outside = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
#pragma omp atomic
    outside++;
#pragma omp taskgroup
    {
      for (int i = 0; i < 1000; i++)
        {
#pragma omp task firstprivate(i)
          {
#pragma omp cancellation point taskgroup
#pragma omp atomic
            ran++;
            if (i == 3)
              {
#pragma omp cancel taskgroup
                CHECK (0);
              }
          }
        }
    }
    CHECK (ran >= 1 && ran <= 1000);
    int before = ran;
#pragma omp taskwait
    CHECK (ran == before);
    /* The next group is not cancelled.  */
#pragma omp taskgroup
    for (int i = 0; i < 50; i++)
      {
#pragma omp task
#pragma omp atomic
        ran++;
      }
    CHECK (ran == before + 50);
  }
  CHECK (outside == 1);
}

/* Tasks with dependences in a cancelled group release their successors.  */
static void
dependences (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 100; i++)
      {
#pragma omp task depend(inout : x) firstprivate(i)
        {
          x++;
          if (i == 10)
            {
#pragma omp cancel taskgroup
            }
        }
      }
#pragma omp task depend(inout : x)
    x += 1000;
#pragma omp taskwait
    CHECK (x >= 1011 && x < 1100);
  }
}

static void
region (void)
{
  int after = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num () == 0)
      {
        for (int i = 0; i < 100; i++)
          {
#pragma omp task
#pragma omp atomic
            ran++;
          }
#pragma omp cancel parallel
      }
#pragma omp barrier
#pragma omp atomic
    after++;
  }
  CHECK (after == 0);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    after = 1;
  }
  CHECK (after == 1);
}

int
main (void)
{
  CHECK (omp_get_cancellation ());
  for (int i = 0; i < 20; i++)
    {
      taskgroup ();
      dependences ();
      region ();
    }
  return 0;
}
