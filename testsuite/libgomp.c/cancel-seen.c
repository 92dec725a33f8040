/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* A thread that only meets cancellation points, or waits at the end of a
   construct, sees that another thread has cancelled the region, and leaves.  No
   thread leaves a region that was not cancelled.  */

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

static atomic_int stays;

static void
points (void)
{
  int passed = 0;
  stays = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      while (!stays)
        sched_yield ();
#pragma omp cancel parallel
    }
  else
    for (stays = 1;;)
      {
#pragma omp cancellation point parallel
      }

  stays = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; i++)
      if (i == 0)
        {
          while (!stays)
            sched_yield ();
#pragma omp cancel for
        }
      else
        for (stays = 1;;)
          {
#pragma omp cancellation point for
          }
#pragma omp atomic
    passed++;
  }
  CHECK (passed == 2);

  passed = stays = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
      {
        while (!stays)
          sched_yield ();
#pragma omp cancel sections
      }
#pragma omp section
      for (stays = 1;;)
        {
#pragma omp cancellation point sections
        }
    }
#pragma omp atomic
    passed++;
  }
  CHECK (passed == 2);
}

static void
group (void)
{
  int after = 0;
  stays = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      for (stays = 1;;)
        {
#pragma omp cancellation point taskgroup
        }
#pragma omp task
      {
        while (!stays)
          sched_yield ();
#pragma omp cancel taskgroup
      }
    }
    after = 1;
  }
  CHECK (after);
}

/* One thread cancels the region, so that the others wait for it in vain.  */
#define END(construct)                                                         \
  do                                                                           \
    {                                                                          \
      int after = 0, cancels = 1;                                              \
      for (; cancels >= 0; cancels--)                                          \
        {                                                                      \
          _Pragma ("omp parallel num_threads (2)")                             \
          {                                                                    \
            if (cancels && omp_get_thread_num () == 0)                         \
              {                                                                \
                _Pragma ("omp cancel parallel")                                \
              }                                                                \
            construct _Pragma ("omp atomic") after++;                          \
          }                                                                    \
          CHECK (after == (cancels ? 0 : 2));                                  \
        }                                                                      \
    }                                                                          \
  while (0)

static void
ends (void)
{
  END (_Pragma ("omp barrier"));
  END (_Pragma ("omp for schedule(static)") for (int i = 0; i < 4; i++););
  END (_Pragma ("omp for schedule(dynamic)") for (int i = 0; i < 4; i++););
  END (_Pragma ("omp sections") {
    ;
    _Pragma ("omp section");
  });
  END (_Pragma ("omp single"););
}

int
main (void)
{
  points ();
  group ();
  ends ();
  return 0;
}
