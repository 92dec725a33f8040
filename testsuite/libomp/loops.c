/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work-shared loops of all schedules and types of variables: each iteration is
   executed once, and the last one last.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include <limits.h>
#include <omp.h>
#include <string.h>

#include "../libgomp.c/check.h"

#define N 1100
static unsigned char seen[N];

#define PRAGMA(text) _Pragma (#text)
/* The loop with header HEADER, whose iterations have the numbers NUMBER.  */
#define LOOP(type, header, number, clauses)                                    \
  {                                                                            \
    type last = 0, i;                                                          \
    int count = 0, at_last = -1;                                               \
    memset (seen, 0, N);                                                       \
    for                                                                        \
      header count++;                                                          \
    PRAGMA (omp parallel for lastprivate (last, at_last) clauses)              \
    for                                                                        \
      header                                                                   \
      {                                                                        \
        int at = (int)(number);                                                \
        PRAGMA (omp atomic)                                                    \
        seen[at]++;                                                            \
        last = i;                                                              \
        at_last = at;                                                          \
      }                                                                        \
    CHECK (count == 0 || at_last == count - 1);                                \
    (void)last;                                                                \
    for (int n = 0; n < count; n++)                                            \
      CHECK (seen[n] == 1);                                                    \
    for (int n = count; n < N; n++)                                            \
      CHECK (seen[n] == 0);                                                    \
  }

#define ALL(name, clauses)                                                     \
  static void __attribute__ ((noinline)) name (int n)                          \
  {                                                                            \
    LOOP (int, (i = 0; i < n; i++), i, clauses)                                \
    LOOP (int, (i = n; i > 0; i--), n - i, clauses)                            \
    LOOP (int, (i = 7; i < 7 + 3 * n; i += 3), (i - 7) / 3, clauses)           \
    LOOP (int, (i = INT_MAX - n; i < INT_MAX; i++), i - (INT_MAX - n),         \
          clauses)                                                             \
    LOOP (int, (i = INT_MIN + n; i > INT_MIN; i--), INT_MIN + n - i, clauses)  \
    LOOP (unsigned, (i = UINT_MAX - n; i < UINT_MAX; i++), i - (UINT_MAX - n), \
          clauses)                                                             \
    LOOP (unsigned, (i = 2u * n; i > 0; i -= 2), (2u * n - i) / 2, clauses)    \
    LOOP (long, (i = -5; i < 5l * n - 5; i += 5), (i + 5) / 5, clauses)        \
    LOOP (long, (i = 1l << 40; i > (1l << 40) - n; i--), (1l << 40) - i,       \
          clauses)                                                             \
    LOOP (unsigned long, (i = -1ul - n; i < -1ul; i++), i - (-1ul - n),        \
          clauses)                                                             \
    LOOP (short, (i = 100; i < 100 + n; i++), i - 100, clauses)                \
  }
ALL (plain, )
ALL (static_blocks, schedule (static))
ALL (static_one, schedule (static, 1))
ALL (static_seven, schedule (static, 7))
ALL (dynamic_one, schedule (dynamic))
ALL (dynamic_seven, schedule (dynamic, 7))
ALL (monotonic, schedule (monotonic : dynamic, 2))
ALL (nonmonotonic, schedule (nonmonotonic : dynamic, 3))
ALL (guided_one, schedule (guided))
ALL (guided_nine, schedule (guided, 9))
ALL (automatic, schedule (auto))
ALL (at_run_time, schedule (runtime))
ALL (with_simd, schedule (simd : static, 4))

static void
collapsed (int n)
{
  long sum = 0;
#pragma omp parallel for collapse(3) schedule(dynamic, 5) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (long j = n; j > 0; j -= 2)
      for (unsigned k = 3; k < 9; k++)
        sum += i + j * k;
  long expected = 0;
  for (int i = 0; i < n; i++)
    for (long j = n; j > 0; j -= 2)
      for (unsigned k = 3; k < 9; k++)
        expected += i + j * k;
  CHECK (sum == expected);
}

/* A thread begins its next loop while others are in the last.  */
static void
without_barrier (void)
{
  static int counts[40];
  memset (counts, 0, sizeof (counts));
#pragma omp parallel
  for (int k = 0; k < 40; k++)
    {
#pragma omp for nowait schedule(dynamic)
      for (int i = 0; i < 10; i++)
#pragma omp atomic
        counts[k]++;
    }
  for (int k = 0; k < 40; k++)
    CHECK (counts[k] == 10);
}

/* A loop of one team's threads while the outer team is in one.  */
static void
inside_another (void)
{
  long sum = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < 12; i++)
    {
      long inner = 0;
#pragma omp parallel for schedule(guided) num_threads(2) reduction(+ : inner)
      for (int j = 0; j < 50; j++)
        inner += j;
      sum += inner;
    }
  CHECK (sum == 12 * 1225);
  omp_set_max_active_levels (1);
}

int
main (void)
{
  static const omp_sched_t kinds[] = { omp_sched_static, omp_sched_dynamic,
                                       omp_sched_guided, omp_sched_auto };
  static const int sizes[] = { 0, 1, 2, 3, 17, 1000 };
  for (unsigned s = 0; s < sizeof (sizes) / sizeof (*sizes); s++)
    {
      int n = sizes[s];
      plain (n);
      static_blocks (n);
      static_one (n);
      static_seven (n);
      dynamic_one (n);
      dynamic_seven (n);
      monotonic (n);
      nonmonotonic (n);
      guided_one (n);
      guided_nine (n);
      automatic (n);
      with_simd (n);
      collapsed (n < 20 ? n : 20);
      for (int k = 0; k < 4; k++)
        for (int chunk = 0; chunk < 5; chunk += 2)
          {
            omp_set_schedule (kinds[k], chunk);
            at_run_time (n);
          }
    }
  without_barrier ();
  inside_another ();
  return 0;
}
