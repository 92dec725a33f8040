/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: worksharing loops.  The operation of a row named -start is a loop with
   one iteration for each thread.  The operation of other rows is one iteration
   of a loop that is so long that its start and its barrier hardly count.  */

#include "rows.h"

#define LENGTH 8192

/* The part of COUNT that the next loop does.  */
static inline int
next_length (long left)
{
  return left < LENGTH ? (int)left : LENGTH;
}

#define LOOP_ROW(name, clauses)                                                \
  static void name (long count)                                                \
  {                                                                            \
    _Pragma ("omp parallel") for (long left = count; left > 0; left -= LENGTH) \
    {                                                                          \
      int length = next_length (left);                                         \
      _Pragma (clauses) for (int i = 0; i < length; i++) bench_nothing ();     \
    }                                                                          \
  }

#define START_ROW(name, clauses)                                               \
  static void name (long count)                                                \
  {                                                                            \
    _Pragma ("omp parallel") for (long left = count; left > 0; left--)         \
    {                                                                          \
      int length = omp_get_num_threads ();                                     \
      _Pragma (clauses) for (int i = 0; i < length; i++) bench_nothing ();     \
    }                                                                          \
  }

#define PARALLEL_ROW(name, clauses)                                            \
  static void name (long count)                                                \
  {                                                                            \
    int length = omp_get_max_threads ();                                       \
    while (count--)                                                            \
      _Pragma (clauses) for (int i = 0; i < length; i++) bench_nothing ();     \
  }

LOOP_ROW (for_dynamic, "omp for schedule(dynamic)")
LOOP_ROW (for_dynamic_16, "omp for schedule(dynamic, 16)")
LOOP_ROW (for_monotonic, "omp for schedule(monotonic : dynamic)")
LOOP_ROW (for_guided, "omp for schedule(guided)")
LOOP_ROW (for_runtime, "omp for schedule(runtime)")
START_ROW (static_start, "omp for schedule(static)")
START_ROW (static_1_start, "omp for schedule(static, 1)")
START_ROW (dynamic_start, "omp for schedule(dynamic)")
START_ROW (guided_start, "omp for schedule(guided)")
PARALLEL_ROW (parallel_static, "omp parallel for schedule(static)")
PARALLEL_ROW (parallel_dynamic, "omp parallel for schedule(dynamic)")
PARALLEL_ROW (parallel_guided, "omp parallel for schedule(guided)")

static void
for_ordered (long count)
{
#pragma omp parallel for ordered
  for (long i = 0; i < count; i++)
#pragma omp ordered
    bench_nothing ();
}

static void
for_ordered_dynamic (long count)
{
#pragma omp parallel for ordered schedule(dynamic)
  for (long i = 0; i < count; i++)
#pragma omp ordered
    bench_nothing ();
}

static void
doacross (long count)
{
#pragma omp parallel for ordered(1)
  for (long i = 0; i < count; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      bench_nothing ();
#pragma omp ordered depend(source)
    }
}

static void
doacross_cyclic (long count)
{
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (long i = 0; i < count; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      bench_nothing ();
#pragma omp ordered depend(source)
    }
}

#define WIDTH 64

static void
doacross_grid (long count)
{
  long rows = (count + WIDTH - 1) / WIDTH;
  long columns = count < WIDTH ? count : WIDTH;

#pragma omp parallel for ordered(2) schedule(static, 1)
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < columns; j++)
      {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        bench_nothing ();
#pragma omp ordered depend(source)
      }
}

static void
sections (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp sections
    {
#pragma omp section
      bench_nothing ();
#pragma omp section
      bench_nothing ();
#pragma omp section
      bench_nothing ();
#pragma omp section
      bench_nothing ();
    }
}

const struct bench_host_row bench_loop_rows[] = {
  BENCH_ROW ("parallel-for-static", parallel_static, BENCH_EACH,
             "parallel for, an iteration a thread"),
  BENCH_ROW ("parallel-for-dynamic", parallel_dynamic, BENCH_EACH,
             "the same, dynamic"),
  BENCH_ROW ("parallel-for-guided", parallel_guided, BENCH_EACH,
             "the same, guided"),
  BENCH_ROW ("static-start", static_start, BENCH_EACH,
             "for, an iteration a thread"),
  BENCH_ROW ("static-1-start", static_1_start, BENCH_EACH,
             "the same, static, 1"),
  BENCH_ROW ("dynamic-start", dynamic_start, BENCH_EACH, "the same, dynamic"),
  BENCH_ROW ("guided-start", guided_start, BENCH_EACH, "the same, guided"),
  BENCH_ROW ("for-dynamic", for_dynamic, BENCH_SHARED,
             "iteration of 8192, dynamic"),
  BENCH_ROW ("for-dynamic-16", for_dynamic_16, BENCH_SHARED,
             "iteration of 8192, dynamic, 16"),
  BENCH_ROW ("for-monotonic", for_monotonic, BENCH_SHARED,
             "iteration of 8192, monotonic: dynamic"),
  BENCH_ROW ("for-guided", for_guided, BENCH_SHARED,
             "iteration of 8192, guided"),
  BENCH_ROW ("for-runtime", for_runtime, BENCH_SHARED,
             "iteration of 8192, runtime: dynamic"),
  BENCH_ROW ("ordered", for_ordered, BENCH_SHARED, "ordered iteration"),
  BENCH_ROW ("ordered-dynamic", for_ordered_dynamic, BENCH_SHARED,
             "ordered iteration, dynamic"),
  BENCH_ROW ("doacross", doacross, BENCH_SHARED,
             "iteration that awaits the one before"),
  BENCH_ROW ("doacross-cyclic", doacross_cyclic, BENCH_SHARED,
             "the same, static, 1"),
  BENCH_ROW ("doacross-grid", doacross_grid, BENCH_SHARED,
             "iteration that awaits those above and to the left"),
  BENCH_ROW ("sections", sections, BENCH_EACH, "sections, four of them"),
  BENCH_END,
};
