/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Every schedule hands out each iteration exactly once: for long and unsigned
   long long loops, upwards and downwards, of many lengths.  */

#include <limits.h>
#include <omp.h>
#include <string.h>

#include "check.h"

#define MAX 1000

static unsigned char seen[MAX];

static void
check_once (int n)
{
  for (int i = 0; i < MAX; i++)
    CHECK (seen[i] == (i < n));
  memset (seen, 0, sizeof seen);
}

static inline void
count (long i)
{
#pragma omp atomic
  seen[i]++;
}

#define LOOPS(name, clauses)                                                   \
  static void name (int n)                                                     \
  {                                                                            \
    const unsigned long long top = ULLONG_MAX - 10;                            \
    _Pragma ("omp parallel")                                                   \
    {                                                                          \
      _Pragma (clauses) for (int i = 0; i < n; i++) count (i);                 \
      _Pragma ("omp single") check_once (n);                                   \
      _Pragma (clauses) for (long i = n - 1; i >= 0; i--) count (i);           \
      _Pragma ("omp single") check_once (n);                                   \
      _Pragma (clauses) for (long i = -7; i < 3L * n - 7; i += 3)              \
          count ((i + 7) / 3);                                                 \
      _Pragma ("omp single") check_once (n);                                   \
      _Pragma (clauses) for (unsigned long long i = top - n; i < top; i++)     \
          count ((long)(i - (top - n)));                                       \
      _Pragma ("omp single") check_once (n);                                   \
      _Pragma (clauses) for (unsigned long long i = top; i > top - n; i--)     \
          count ((long)(top - i));                                             \
      _Pragma ("omp single") check_once (n);                                   \
    }                                                                          \
    _Pragma (clauses) for (int i = 0; i < n; i++) count (i);                   \
    check_once (n);                                                            \
  }

LOOPS (loop_static, "omp for schedule(static)")
LOOPS (loop_static_1, "omp for schedule(static, 1)")
LOOPS (loop_static_7, "omp for schedule(static, 7)")
LOOPS (loop_dynamic, "omp for schedule(dynamic)")
LOOPS (loop_dynamic_5, "omp for schedule(dynamic, 5)")
LOOPS (loop_monotonic, "omp for schedule(monotonic: dynamic, 3)")
LOOPS (loop_guided, "omp for schedule(guided)")
LOOPS (loop_guided_4, "omp for schedule(guided, 4)")
LOOPS (loop_nonmonotonic, "omp for schedule(nonmonotonic: guided)")
LOOPS (loop_auto, "omp for schedule(auto)")
LOOPS (loop_runtime, "omp for schedule(runtime)")

static void
all_of (int n)
{
  static const omp_sched_t kinds[]
      = { omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto,
          omp_sched_dynamic | omp_sched_monotonic };

  loop_static (n);
  loop_static_1 (n);
  loop_static_7 (n);
  loop_dynamic (n);
  loop_dynamic_5 (n);
  loop_monotonic (n);
  loop_guided (n);
  loop_guided_4 (n);
  loop_nonmonotonic (n);
  loop_auto (n);
  for (int k = 0; k < 5; k++)
    {
      omp_set_schedule (kinds[k], k);
      loop_runtime (n);
    }
}

int
main (void)
{
  static const int lengths[] = { 0, 1, 2, 3, 7, 8, 9, 64, 101, MAX };

  for (int i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); i++)
    all_of (lengths[i]);
  return 0;
}
