/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: tasks with dependences.  The operation is a task.  */

#include "rows.h"

static void
chain (long count)
{
  static long link;

#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
#pragma omp task depend(inout : link)
    link++;
}

#define MAX_CHAINS 64

/* A chain a thread, all made by one.  */
static void
chains (long count)
{
  static struct
  {
    _Alignas(64) long value;
  } link[MAX_CHAINS];

#pragma omp parallel
#pragma omp single
  {
    int width = omp_get_num_threads ();

    if (width > MAX_CHAINS)
      width = MAX_CHAINS;
    for (long i = 0; i < count; i++)
#pragma omp task depend(inout : link[i % width])
      link[i % width].value++;
  }
}

static void
wavefront (long count)
{
  bench_grid (count, 0);
}

static void
wavefront_work (long count)
{
  bench_grid (count, 3000);
}

/* One writer, then readers side by side.  */
static void
readers (long count)
{
  static char value;

#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i++)
    if (i % 8 == 0)
#pragma omp task depend(out : value)
      value++;
    else
#pragma omp task depend(in : value)
      __asm__ volatile("" : : "r"(value));
}

static void
wait_depend (long count)
{
#pragma omp parallel
  {
    char own = 0;

    for (long left = bench_share (count); left > 0; left--)
      {
#pragma omp task depend(out : own) shared(own)
        own++;
#pragma omp taskwait depend(in : own)
      }
  }
}

const struct bench_host_row bench_depend_rows[] = {
  BENCH_ROW ("chain", chain, BENCH_SHARED, "task of one chain"),
  BENCH_ROW ("chains", chains, BENCH_SHARED, "task, a chain a thread"),
  BENCH_ROW ("wavefront", wavefront, BENCH_SHARED,
             "task after those above and to the left"),
  BENCH_ROW ("wavefront-work", wavefront_work, BENCH_SHARED,
             "the same, 3000 rounds of an empty loop in each"),
  BENCH_ROW ("readers", readers, BENCH_SHARED,
             "one task writes, seven read, and so on"),
  BENCH_ROW ("taskwait-depend", wait_depend, BENCH_SHARED,
             "task and taskwait with dependences, all threads"),
  BENCH_END,
};
