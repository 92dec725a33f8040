/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the files with rows of the host benchmark.

   A row's body does its operation COUNT times and returns when all of them
   are done, by all threads.  Two kinds of rows:

   each    every thread of the team takes part in every operation (region,
           barrier, single) or does it itself COUNT times, on its own;
   shared  COUNT operations are divided among the threads (iterations, tasks,
           critical sections);
   floor   what the machine itself takes, without OpenMP.

   With more threads than CPUs an operation of the first kind necessarily takes
   threads / CPUs times as long; one of the second kind should take as long as
   before. bench/host/run reads the kind from the program's --list.  */

#ifndef OFFGOMP_BENCH_ROWS_H
#define OFFGOMP_BENCH_ROWS_H

#include <omp.h>
#include <stddef.h>

#include "../timing.h"

enum bench_kind
{
  BENCH_EACH,
  BENCH_SHARED,
  BENCH_FLOOR,
};

struct bench_host_row
{
  struct bench_row row;
  enum bench_kind kind;
  const char *what; /* the operation, in a few words */
};

#define BENCH_ROW(name, body, kind, what)                                      \
  {                                                                            \
    { name, body }, kind, what                                                 \
  }
#define BENCH_END                                                              \
  {                                                                            \
    { NULL, NULL }, BENCH_EACH, NULL                                           \
  }

extern const struct bench_host_row bench_floor_rows[];
extern const struct bench_host_row bench_region_rows[];
extern const struct bench_host_row bench_loop_rows[];
extern const struct bench_host_row bench_sync_rows[];
extern const struct bench_host_row bench_task_rows[];
extern const struct bench_host_row bench_depend_rows[];
extern const struct bench_host_row bench_work_rows[];

/* The body of an empty region, iteration or task: it takes no time, but the
   compiler has to leave it in place.  */
static inline void
bench_nothing (void)
{
  __asm__ volatile("" : : : "memory");
}

/* Counted rounds, not time: a thread that loses its CPU makes no progress.  */
static inline void
bench_work (long rounds)
{
  while (rounds-- > 0)
    bench_nothing ();
}

#define BENCH_SIDE 64

/* COUNT tasks, a block each of grids of BENCH_SIDE x BENCH_SIDE; each comes
   after the blocks above and to the left, and works for ROUNDS.  */
static inline void
bench_grid (long count, long rounds)
{
  static char block[BENCH_SIDE + 1][BENCH_SIDE + 1];

#pragma omp parallel
#pragma omp single
  for (long task = 0; task < count; task++)
    {
      long i = task / BENCH_SIDE % BENCH_SIDE + 1, j = task % BENCH_SIDE + 1;

#pragma omp task depend(in                                                     \
                        : block[i - 1][j], block[i][j - 1])                    \
    depend(out                                                                 \
           : block[i][j])
      {
        block[i][j] = (char)(block[i - 1][j] + block[i][j - 1]);
        bench_work (rounds);
      }
    }
}

/* The part of COUNT that the calling thread of a team does.  */
static inline long
bench_share (long count)
{
  long threads = omp_get_num_threads (), me = omp_get_thread_num ();

  return count / threads + (me < count % threads);
}

#endif
