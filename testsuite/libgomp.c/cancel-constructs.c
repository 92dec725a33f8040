/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-set-target-env-var OMP_SCHEDULE "guided,2" } */
/* { dg-set-target-env-var OMP_MAX_ACTIVE_LEVELS "2" } */
/* { dg-threads "1 2 4 8" } */
/* The inner construct of a combined construct ends without a barrier of its
   own, about which the compiler warns as about nowait.  */
/* { dg-additional-options "-w" } */
/* Cancellation of each construct that can be cancelled: loops of every schedule
   and form, sections, regions with each kind of cancellation point, taskgroups
   with tasks of every kind.  The one who cancels does no more of the construct,
   the others leave it at their next cancellation point, and what encloses or
   follows the construct is whole.  */

#include <omp.h>

#include "check.h"

#define MANY 20000
#define BAD 17

/* Cancel a loop at iteration BAD.  Every thread leaves the loop, sees that not
   all was done, and shares another loop that is whole.  */
#define LOOP(name, type, clauses, ...)                                         \
  static void name (void)                                                      \
  {                                                                            \
    int done = 0, late = 0, left = 0, whole = 0, size = 0;                     \
    _Pragma ("omp parallel reduction(+ : whole)")                              \
    {                                                                          \
      int cancelled = 0;                                                       \
      _Pragma (#clauses) __VA_ARGS__                                           \
      {                                                                        \
        if (cancelled)                                                         \
          _Pragma ("omp atomic") late++;                                       \
        if (i == BAD)                                                          \
          {                                                                    \
            cancelled = 1;                                                     \
            _Pragma ("omp cancel for") CHECK (0);                              \
          }                                                                    \
        _Pragma ("omp cancellation point for") _Pragma ("omp atomic") done++;  \
      }                                                                        \
      _Pragma ("omp atomic") left++;                                           \
      _Pragma ("omp for schedule(dynamic)") for (int i = 0; i < 100; i++)      \
          whole++;                                                             \
      _Pragma ("omp master") size = omp_get_num_threads ();                    \
    }                                                                          \
    CHECK (done < MANY && late == 0);                                          \
    CHECK (left == size && whole == 100);                                      \
  }

#define UP(type) for (type i = 0; i < MANY; i++)

LOOP (loop_static, int, omp for schedule(static), UP (int))
LOOP (loop_static_3, int, omp for schedule(static, 3), UP (int))
LOOP (loop_dynamic, int, omp for schedule(dynamic), UP (int))
LOOP (loop_dynamic_5, int, omp for schedule(monotonic : dynamic, 5), UP (int))
LOOP (loop_guided, int, omp for schedule(guided), UP (int))
LOOP (loop_guided_3, int, omp for schedule(monotonic : guided, 3), UP (int))
LOOP (loop_auto, int, omp for schedule(auto), UP (int))
LOOP (loop_runtime, int, omp for schedule(runtime), UP (int))
LOOP (loop_ull, unsigned long long, omp for schedule(dynamic, 2),
      UP (unsigned long long))
LOOP (loop_ull_guided, unsigned long long, omp for schedule(guided),
      UP (unsigned long long))
LOOP (loop_down, long, omp for schedule(dynamic, 4),
      for (long i = MANY - 1; i >= 0; i--))
LOOP (loop_square, int, omp for collapse(2) schedule(dynamic),
      for (int i = 0; i < MANY / 100; i++) for (int j = 0; j < 100; j++))

static void
combined (void)
{
  int done = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < MANY; i++)
    {
      if (i == BAD)
        {
#pragma omp cancel for
        }
#pragma omp cancellation point for
#pragma omp atomic
      done++;
    }
  CHECK (done < MANY);
}

/* Cancelled again and again within one region: loops do not inherit it.  */
static void
again (void)
{
  int whole = 0;
#pragma omp parallel reduction(+ : whole)
  for (int round = 0; round < 50; round++)
    {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 1000; i++)
        {
#pragma omp cancel for if (i == BAD && round % 2 == 0)
          if (round % 2 != 0)
            whole++;
        }
    }
  CHECK (whole == 25 * 1000);
}

static void
sections (void)
{
  for (int which = 0; which < 3; which++)
    {
      int late = 0, left = 0, size = 0;
#pragma omp parallel
      {
#pragma omp sections
        {
#pragma omp section
          {
#pragma omp cancel sections if (which == 0)
#pragma omp atomic
            late += which == 0;
          }
#pragma omp section
          {
#pragma omp cancel sections if (which == 1)
#pragma omp atomic
            late += which == 1;
          }
#pragma omp section
          {
#pragma omp cancel sections if (which == 2)
#pragma omp cancellation point sections
#pragma omp atomic
            late += which == 2;
          }
        }
#pragma omp atomic
        left++;
#pragma omp single
        size = omp_get_num_threads ();
      }
      CHECK (late == 0 && left == size);
    }
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp cancel sections
      CHECK (0);
    }
#pragma omp section
    {
#pragma omp cancel sections
      CHECK (0);
    }
  }
}

/* Thread 0 cancels the region, the others meet that at a barrier, at the end
   of a worksharing construct, or at a cancellation point.  */
static void
regions (void)
{
  int after[5] = { 0 };
#pragma omp parallel
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp barrier
    after[0] = 1;
  }
#pragma omp parallel
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp for
    for (int i = 0; i < 100; i++)
      ;
    after[1] = 1;
  }
#pragma omp parallel
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp single
    ;
    after[2] = 1;
  }
#pragma omp parallel
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp sections
    {
#pragma omp section
      ;
#pragma omp section
      ;
    }
    after[3] = 1;
  }
#pragma omp parallel
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
    for (;;)
      {
#pragma omp cancellation point parallel
      }
    after[4] = 1;
  }
  for (int i = 0; i < 5; i++)
    CHECK (after[i] == 0);
}

/* Only the innermost region is cancelled.  */
static void
inner_region (void)
{
  int after = 0, size = 0;
#pragma omp parallel
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp barrier
      CHECK (0);
    }
#pragma omp barrier
#pragma omp atomic
    after++;
#pragma omp master
    size = omp_get_num_threads ();
  }
  CHECK (after == size);
}

static void
taskgroups (void)
{
  int inner = 0, outer = 0, loops = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp taskgroup
      {
        for (int i = 0; i < 100; i++)
#pragma omp task firstprivate(i) untied shared(inner)
          {
#pragma omp cancel taskgroup if (i == 1)
#pragma omp cancellation point taskgroup
#pragma omp atomic
            inner++;
          }
      }
      for (int i = 0; i < 100; i++)
#pragma omp task shared(outer)
        {
#pragma omp cancellation point taskgroup
#pragma omp atomic
          outer++;
        }
    }
#pragma omp taskloop shared(loops) grainsize(1)
    for (int i = 0; i < 100; i++)
      {
#pragma omp cancel taskgroup if (i == 0)
#pragma omp cancellation point taskgroup
#pragma omp atomic
        loops++;
      }
#pragma omp taskgroup
    {
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
        CHECK (0);
      }
#pragma omp task final(1)
      CHECK (0);
    }
  }
  CHECK (inner < 100 && outer == 100 && loops < 100);
}

/* A cancelled group with a reduction, whose result is undefined then, in tasks
   of a group that is not.  */
static void
reductions (void)
{
  int all = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : all)
  for (int k = 0; k < 10; k++)
#pragma omp task in_reduction(+ : all)
    {
      int part = 0;
#pragma omp taskgroup task_reduction(+ : part)
      for (int i = 0; i < 20; i++)
#pragma omp task in_reduction(+ : part) firstprivate(i)
        {
          part++;
#pragma omp cancel taskgroup if (i == 3)
        }
      all++;
    }
  CHECK (all == 10);
}

int
main (void)
{
  CHECK (omp_get_cancellation ());
  for (int i = 0; i < 5; i++)
    {
      loop_static ();
      loop_static_3 ();
      loop_dynamic ();
      loop_dynamic_5 ();
      loop_guided ();
      loop_guided_3 ();
      loop_auto ();
      loop_runtime ();
      loop_ull ();
      loop_ull_guided ();
      loop_down ();
      loop_square ();
      combined ();
      again ();
      sections ();
      regions ();
      inner_region ();
      taskgroups ();
      reductions ();
    }
  return 0;
}
