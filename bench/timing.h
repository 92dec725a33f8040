/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How every benchmark program times and prints.

   A row is a function that does an operation COUNT times.  Its count is
   doubled until one batch takes long enough for the clock, then a number of
   batches is timed; the row's figure is the median batch, divided by the
   count.  One line a row goes to stdout: name, blank, nanoseconds.  bench/run
   reads these lines.  Programs are single files, so everything here is
   static.  */

#ifndef OFFGOMP_BENCH_TIMING_H
#define OFFGOMP_BENCH_TIMING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BENCH_BATCHES 15
#define BENCH_BATCH_NS 2000000.0
#define BENCH_COUNT_MAX (1L << 24)

struct bench_row
{
  const char *name;          /* as bench/run and README.md know it */
  void (*body) (long count); /* does the operation COUNT times */
};

static inline double
bench_now_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static inline int
bench_compare (const void *left, const void *right)
{
  double l = *(const double *)left, r = *(const double *)right;

  return (l > r) - (l < r);
}

static inline double
bench_median (double *values, int count)
{
  qsort (values, (size_t)count, sizeof *values, bench_compare);
  return count % 2 ? values[count / 2]
                   : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static inline void
bench_print (const char *name, double ns)
{
  printf ("%s %.1f\n", name, ns);
  fflush (stdout);
}

static inline double
bench_time (const struct bench_row *row, long count)
{
  double start = bench_now_ns ();

  row->body (count);
  return bench_now_ns () - start;
}

static inline long
bench_calibrate (const struct bench_row *row)
{
  long count = 16;

  /* What only the first operations do, such as starting threads, says nothing
     of how long the others take.  */
  row->body (count);
  while (bench_time (row, count) < BENCH_BATCH_NS && count < BENCH_COUNT_MAX)
    count *= 2;
  return count;
}

static inline void
bench_measure (const struct bench_row *row)
{
  long count = bench_calibrate (row);
  double batches[BENCH_BATCHES];
  int i;

  for (i = 0; i < BENCH_BATCHES; i++)
    batches[i] = bench_time (row, count) / (double)count;
  bench_print (row->name, bench_median (batches, BENCH_BATCHES));
}

/* A stream of numbers that is the same in every run (Marsaglia, "Xorshift
   RNGs", 2003).  */
static inline uint32_t
bench_random (uint32_t *state)
{
  uint32_t x = *state;

  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

#endif
