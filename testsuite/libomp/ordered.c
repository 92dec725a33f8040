/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Ordered regions, and iterations that wait for others, in every schedule.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>
#include <string.h>

#include "../libgomp.c/check.h"

#define PRAGMA(text) _Pragma (#text)
#define IN_ORDER(clauses)                                                      \
  {                                                                            \
    int next = 0;                                                              \
    PRAGMA (omp parallel for ordered clauses)                                  \
    for (int i = 0; i < 300; i++)                                              \
      {                                                                        \
        PRAGMA (omp ordered)                                                   \
        {                                                                      \
          CHECK (next == i);                                                   \
          next++;                                                              \
        }                                                                      \
      }                                                                        \
    CHECK (next == 300);                                                       \
    next = 100;                                                                \
    PRAGMA (omp parallel for ordered clauses)                                  \
    for (unsigned long i = 100; i > 0; i--)                                    \
      if (i % 3 == 1)                                                          \
        {                                                                      \
          PRAGMA (omp ordered)                                                 \
          {                                                                    \
            CHECK (next == (int)i);                                            \
            next -= 3;                                                         \
          }                                                                    \
        }                                                                      \
  }

#define N 40
static int cells[N][N][3], reference[N][N][3];

static void
fill (int (*cell)[N][3])
{
  memset (cell, 0, sizeof (cells));
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      cell[i][0][k] = cell[0][i][k] = i + k;
}

#define STEP(cell)                                                             \
  cell[i][j][0] = (cell[i - 1][j][0] + 3 * cell[i][j - 1][0]) % 1009;

#define WAVEFRONT(clauses)                                                     \
  {                                                                            \
    fill (cells);                                                              \
    PRAGMA (omp parallel for ordered (2) clauses)                              \
    for (int i = 1; i < N; i++)                                                \
      for (int j = 1; j < N; j++)                                              \
        {                                                                      \
          PRAGMA (omp ordered depend (sink                                     \
                                      : i - 1, j) depend (sink                 \
                                                          : i, j - 1))         \
          STEP (cells)                                                         \
          PRAGMA (omp ordered depend (source))                                 \
        }                                                                      \
    CHECK (memcmp (cells, reference, sizeof (cells)) == 0);                    \
  }

/* Downwards, in large steps, with unsigned numbers.  */
#define DOWNWARDS(clauses)                                                     \
  {                                                                            \
    static long at[200];                                                       \
    memset (at, 0, sizeof (at));                                               \
    PRAGMA (omp parallel for ordered (1) clauses)                              \
    for (unsigned i = 190; i > 20; i -= 4)                                     \
      {                                                                        \
        PRAGMA (omp ordered depend (sink : i + 8))                             \
        at[i] = 1 + (i + 8 <= 190 ? at[i + 8] : 0);                            \
        PRAGMA (omp ordered depend (source))                                   \
      }                                                                        \
    CHECK (at[190] == 1 && at[182] == 2 && at[22] == 22 && at[26] == 21);      \
  }

static void
in_order (void)
{
  IN_ORDER ()
  IN_ORDER (schedule (static, 3))
  IN_ORDER (schedule (dynamic))
  IN_ORDER (schedule (dynamic, 7))
  IN_ORDER (schedule (guided))
  IN_ORDER (schedule (guided, 5))
  IN_ORDER (schedule (auto))
  for (int k = 1; k <= 4; k++)
    {
      omp_set_schedule ((omp_sched_t)k, 2);
      IN_ORDER (schedule (runtime))
    }
}

static void
dependent (void)
{
  fill (reference);
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      STEP (reference)
  WAVEFRONT ()
  WAVEFRONT (schedule (static))
  WAVEFRONT (schedule (static, 1))
  WAVEFRONT (schedule (static, 6))
  WAVEFRONT (schedule (dynamic))
  WAVEFRONT (schedule (dynamic, 4))
  WAVEFRONT (schedule (guided))
  WAVEFRONT (collapse (2))
  WAVEFRONT (collapse (2) schedule (static, 50))
  WAVEFRONT (collapse (2) schedule (dynamic, 3))
  DOWNWARDS ()
  DOWNWARDS (schedule (static))
  DOWNWARDS (schedule (dynamic, 2))
}

/* Two such nests in one region, the second one with three loops.  */
static void
twice (void)
{
  fill (cells);
#pragma omp parallel
  {
#pragma omp for ordered(1)
    for (int i = 1; i < N; i++)
      {
#pragma omp ordered depend(sink : i - 1)
        cells[i][0][0] = cells[i - 1][0][0] + 2;
#pragma omp ordered depend(source)
      }
#pragma omp for ordered(3) schedule(static, 2)
    for (int i = 1; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 1; k < 3; k++)
          {
#pragma omp ordered depend(sink : i - 1, j, k) depend(sink : i, j, k - 1)
            cells[i][j][k] = cells[i - 1][j][k] + cells[i][j][k - 1] % 7;
#pragma omp ordered depend(source)
          }
  }
  CHECK (cells[N - 1][0][0] == 2 * (N - 1));
  int expected = cells[0][5][1];
  for (int i = 1; i < N; i++)
    expected += cells[i][5][0] % 7;
  CHECK (cells[N - 1][5][1] == expected);
}

int
main (void)
{
  for (int i = 0; i < 5; i++)
    {
      in_order ();
      dependent ();
      twice ();
    }
  return 0;
}
