/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Loops with cross-iteration dependences: ordered(2), depend(sink/source).  */

#include <omp.h>

#include "check.h"

#define N 30

/* Row and column 0 are the border, which stays 0.  */
static int a[N + 1][N + 1];

static void
check_and_clear (void)
{
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      CHECK (a[i][j] == i + j - 1);
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      a[i][j] = 0;
}

static inline int
next_of (int up, int left)
{
  return (up > left ? up : left) + 1;
}

#define WAVEFRONT(type, clauses)                                               \
  _Pragma ("omp parallel") _Pragma (clauses)                                   \
  for (type i = 1; i <= N; i++)                                                \
    for (type j = 1; j <= N; j++)                                              \
      {                                                                        \
        _Pragma ("omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)")  \
        a[i][j] = next_of (a[i - 1][j], a[i][j - 1]);                          \
        _Pragma ("omp ordered depend(source)")                                 \
      }                                                                        \
  check_and_clear ()

int
main (void)
{
  WAVEFRONT (int, "omp for ordered(2) schedule(static)");
  WAVEFRONT (int, "omp for ordered(2) schedule(static, 1)");
  WAVEFRONT (long, "omp for ordered(2) schedule(dynamic)");
  WAVEFRONT (unsigned long long, "omp for ordered(2) schedule(dynamic, 2)");
  WAVEFRONT (int, "omp for ordered(2) schedule(guided)");
  WAVEFRONT (int, "omp for ordered(2) schedule(runtime)");
  return 0;
}
