/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows: barriers, single, mutual exclusion.  */

#include "rows.h"

static void
barrier (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
    {
#pragma omp barrier
    }
}

static void
single (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp single
    bench_nothing ();
}

static void
single_nowait (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp single nowait
    bench_nothing ();
}

static void
single_copyprivate (long count)
{
#pragma omp parallel
  {
    long value = 0;

    for (long i = 0; i < count; i++)
#pragma omp single copyprivate(value)
      value = i;
    __asm__ volatile("" : : "r"(value));
  }
}

static void
critical (long count)
{
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
#pragma omp critical
    bench_nothing ();
}

/* A sum that takes some hundred nanoseconds.  */
static void
critical_work (long count)
{
  static long sum;

#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
    {
      for (int i = 0; i < 200; i++)
        bench_nothing ();
#pragma omp critical
      sum += left;
    }
}

static void
critical_named (long count)
{
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
#pragma omp critical(bench)
    bench_nothing ();
}

/* The sum has a different address in each process: a static one can share its
   lower 12 bits with a library's lock, and then each store to it delays the
   lock that is taken next.  */
static void
atomic_fallback (long count)
{
  long double sum = 0;

#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
#pragma omp atomic
    sum += 1;
}

static void
lock (long count)
{
  omp_lock_t shared;

  omp_init_lock (&shared);
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
    {
      omp_set_lock (&shared);
      bench_nothing ();
      omp_unset_lock (&shared);
    }
  omp_destroy_lock (&shared);
}

static void
lock_own (long count)
{
#pragma omp parallel
  {
    /* A lock on the same cache line as the stack of calls takes a fifth less
       time.  This must not happen by chance for one library and not for the
       other.  */
    _Alignas (64) omp_lock_t own;

    omp_init_lock (&own);
    for (long i = 0; i < count; i++)
      {
        omp_set_lock (&own);
        bench_nothing ();
        omp_unset_lock (&own);
      }
    omp_destroy_lock (&own);
  }
}

static void
nest_lock (long count)
{
  omp_nest_lock_t shared;

  omp_init_nest_lock (&shared);
#pragma omp parallel
  for (long left = bench_share (count); left > 0; left--)
    {
      omp_set_nest_lock (&shared);
      bench_nothing ();
      omp_unset_nest_lock (&shared);
    }
  omp_destroy_nest_lock (&shared);
}

static void
nest_lock_own (long count)
{
#pragma omp parallel
  {
    omp_nest_lock_t own;

    omp_init_nest_lock (&own);
    omp_set_nest_lock (&own);
    for (long i = 0; i < count; i++)
      {
        omp_set_nest_lock (&own);
        bench_nothing ();
        omp_unset_nest_lock (&own);
      }
    omp_unset_nest_lock (&own);
    omp_destroy_nest_lock (&own);
  }
}

const struct bench_host_row bench_sync_rows[] = {
  BENCH_ROW ("barrier", barrier, BENCH_EACH, "barrier"),
  BENCH_ROW ("single", single, BENCH_EACH, "single"),
  BENCH_ROW ("single-nowait", single_nowait, BENCH_EACH, "single nowait"),
  BENCH_ROW ("single-copyprivate", single_copyprivate, BENCH_EACH,
             "single copyprivate of a long"),
  BENCH_ROW ("critical", critical, BENCH_SHARED, "critical, contended"),
  BENCH_ROW ("critical-work", critical_work, BENCH_SHARED,
             "the same that adds to a sum, 200 rounds of an empty loop before"),
  BENCH_ROW ("critical-named", critical_named, BENCH_SHARED,
             "named critical, contended"),
  BENCH_ROW ("atomic-fallback", atomic_fallback, BENCH_SHARED,
             "atomic on a long double, contended"),
  BENCH_ROW ("lock", lock, BENCH_SHARED, "lock, contended"),
  BENCH_ROW ("lock-own", lock_own, BENCH_EACH, "lock of each thread"),
  BENCH_ROW ("nest-lock", nest_lock, BENCH_SHARED, "nestable lock, contended"),
  BENCH_ROW ("nest-lock-own", nest_lock_own, BENCH_EACH,
             "nestable lock that the thread has"),
  BENCH_END,
};
