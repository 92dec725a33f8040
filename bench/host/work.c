/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: tasks with work, of 1, 3 and 10 microseconds, which one producer
   generates.  The operation is a task.  With more threads than CPUs it should
   take as long as with as many threads as CPUs; host/report.py checks that.  */

#include "rows.h"

#define CALIBRATIONS 32
#define CALIBRATION_ROUNDS 20000

/* The time of an undisturbed round.  */
static double
round_ns (void)
{
  static double least;

  for (int i = least == 0 ? 0 : CALIBRATIONS; i < CALIBRATIONS; i++)
    {
      double start = bench_now_ns (), took;

      bench_work (CALIBRATION_ROUNDS);
      took = (bench_now_ns () - start) / CALIBRATION_ROUNDS;
      least = i == 0 || took < least ? took : least;
    }
  return least;
}

static long
rounds_of (double ns)
{
  return (long)(ns / round_ns ());
}

static inline void
tasks (long count, double ns)
{
  long rounds = rounds_of (ns);

#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
#pragma omp task
    bench_work (rounds);
}

static inline void
loop (long count, double ns)
{
  long rounds = rounds_of (ns);

#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (long i = 0; i < count; i++)
    bench_work (rounds);
}

#define CHAINS 4

static inline void
chains (long count, double ns)
{
  static struct
  {
    _Alignas(64) long value;
  } link[CHAINS];
  long rounds = rounds_of (ns);

#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
#pragma omp task depend(inout : link[i % CHAINS])
    {
      link[i % CHAINS].value++;
      bench_work (rounds);
    }
}

static inline void
grid (long count, double ns)
{
  bench_grid (count, rounds_of (ns));
}

#define FOR_TIMES(name, body)                                                  \
  static void name##_1 (long count) { body (count, 1000); }                    \
  static void name##_3 (long count) { body (count, 3000); }                    \
  static void name##_10 (long count) { body (count, 10000); }

FOR_TIMES (tasks, tasks)
FOR_TIMES (loop, loop)
FOR_TIMES (chains, chains)
FOR_TIMES (grid, grid)

#define ROWS(name, body, what)                                                 \
  BENCH_ROW (name "-1", body##_1, BENCH_SHARED, what " of 1 us"),              \
      BENCH_ROW (name "-3", body##_3, BENCH_SHARED, what " of 3 us"),          \
      BENCH_ROW (name "-10", body##_10, BENCH_SHARED, what " of 10 us")

const struct bench_host_row bench_work_rows[] = {
  ROWS ("work-one", tasks, "task of one producer"),
  ROWS ("work-loop", loop, "task of a taskloop with grainsize 1"),
  ROWS ("work-chains", chains, "task of one of four chains"),
  ROWS ("work-wavefront", grid, "task after those above and to the left"),
  BENCH_END,
};
