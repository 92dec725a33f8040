/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: parallel regions, flat, nested and of changing sizes; reductions; a
   thread's queries about itself.  */

#include "rows.h"

static int
half_team (void)
{
  int threads = omp_get_max_threads ();

  return threads > 1 ? threads / 2 : 1;
}

static void
fork_same (long count)
{
  while (count--)
#pragma omp parallel
    bench_nothing ();
}

static void
fork_half (long count)
{
  int half = half_team ();

  while (count--)
#pragma omp parallel num_threads(half)
    bench_nothing ();
}

/* One thread less than the team of the row FORK, but at least two.  */
static void
fork_less (long count)
{
  int threads = omp_get_max_threads (), less = threads - (threads > 2);

  while (count--)
#pragma omp parallel num_threads(less)
    bench_nothing ();
}

/* The work of each thread in a region that is worth starting: 5 to 10 us.  */
static void
work (void)
{
  for (int i = 0; i < 20000; i++)
    bench_nothing ();
}

static void
fork_work (long count)
{
  while (count--)
#pragma omp parallel
    work ();
}

static void
fork_work_less (long count)
{
  int threads = omp_get_max_threads (), less = threads - (threads > 1);

  while (count--)
#pragma omp parallel num_threads(less)
    work ();
}

static void
fork_alternating (long count)
{
  int all = omp_get_max_threads (), half = half_team ();

  for (long i = 0; i < count; i++)
#pragma omp parallel num_threads(i % 2 ? half : all)
    bench_nothing ();
}

static void
fork_if0 (long count)
{
  int no = 0;

  __asm__("" : "+r"(no));
  while (count--)
#pragma omp parallel if (no)
    bench_nothing ();
}

/* Threads of the outer team, such that outer * inner is the team of the flat
   row: 1 x 1, 1 x 2, 2 x 2, 4 x 2.  */
static int
inner_team (void)
{
  return omp_get_max_threads () % 2 ? 1 : 2;
}

static void
nested (long count)
{
  int inner = inner_team (), outer = omp_get_max_threads () / inner;

  omp_set_max_active_levels (2);
  while (count--)
#pragma omp parallel num_threads(outer)
#pragma omp parallel num_threads(inner)
    bench_nothing ();
}

static void
nested_inner (long count)
{
  int inner = inner_team (), outer = omp_get_max_threads () / inner;

  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(outer)
  for (long i = 0; i < count; i++)
#pragma omp parallel num_threads(inner)
    bench_nothing ();
}

static void
reduction_scalar (long count)
{
  double sum = 0;

  while (count--)
#pragma omp parallel reduction(+ : sum)
    sum += 1;
  if (sum < 0)
    abort ();
}

static void
reduction_several (long count)
{
  double sum = 0, product = 1;
  long least = 0;

  while (count--)
#pragma omp parallel reduction(+ : sum) reduction(* : product)                 \
  reduction(min : least)
    {
      sum += 1;
      least = -1;
    }
  if (sum < 0 || product > 1 || least > 0)
    abort ();
}

#define REDUCED 64

static void
reduction_array (long count)
{
  static double sums[REDUCED];

  while (count--)
#pragma omp parallel reduction(+ : sums)
    for (int i = 0; i < REDUCED; i++)
      sums[i] += i;
  if (sums[1] < 0)
    abort ();
}

static void
reduction_for (long count)
{
  long sum = 0;

#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp for reduction(+ : sum)
    for (int j = 0; j < 64; j++)
      sum += j;
  if (sum < 0)
    abort ();
}

/* The compiler knows that the result stays the same and would call only once,
   so it must not see which function is called.  */
static void
ask (long count, int (*question) (void))
{
  __asm__("" : "+r"(question));
#pragma omp parallel
  for (long i = 0; i < count; i++)
    question ();
}

static void
thread_num (long count)
{
  ask (count, omp_get_thread_num);
}

static void
num_threads (long count)
{
  ask (count, omp_get_num_threads);
}

const struct bench_host_row bench_region_rows[] = {
  BENCH_ROW ("fork", fork_same, BENCH_EACH, "parallel region"),
  BENCH_ROW ("fork-half", fork_half, BENCH_EACH,
             "parallel region of half the threads"),
  BENCH_ROW ("fork-less", fork_less, BENCH_EACH,
             "parallel region of one thread less, but of two"),
  BENCH_ROW ("fork-work", fork_work, BENCH_EACH,
             "parallel region of some us of work in each thread"),
  BENCH_ROW ("fork-work-less", fork_work_less, BENCH_EACH,
             "the same with one thread less"),
  BENCH_ROW ("fork-alternating", fork_alternating, BENCH_EACH,
             "regions of all and of half the threads in turn"),
  BENCH_ROW ("fork-if0", fork_if0, BENCH_EACH, "parallel region, if false"),
  BENCH_ROW ("nested", nested, BENCH_EACH,
             "outer region with a region of two in each thread"),
  BENCH_ROW ("nested-inner", nested_inner, BENCH_EACH,
             "regions of two in each thread of a standing region"),
  BENCH_ROW ("reduction", reduction_scalar, BENCH_EACH,
             "parallel reduction of a double"),
  BENCH_ROW ("reduction-several", reduction_several, BENCH_EACH,
             "parallel reduction of three scalars"),
  BENCH_ROW ("reduction-array", reduction_array, BENCH_EACH,
             "parallel reduction of 64 doubles"),
  BENCH_ROW ("reduction-for", reduction_for, BENCH_EACH,
             "for of 64 iterations with a reduction"),
  BENCH_ROW ("thread-num", thread_num, BENCH_EACH, "omp_get_thread_num"),
  BENCH_ROW ("num-threads", num_threads, BENCH_EACH, "omp_get_num_threads"),
  BENCH_END,
};
