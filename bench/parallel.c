/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Measures small parallel regions on the device: 64 elements of present data,
   with the device's default number of threads, then with 1, 2 and 4; and two
   empty teams of one thread.  */

#include "target.h"
#include "timing.h"

#define LENGTH 64

static double a[LENGTH];

static void
parallel_for (long count)
{
#pragma omp target data map(tofrom : a)
  for (long i = 0; i < count; i++)
    {
#pragma omp target parallel for
      for (int k = 0; k < LENGTH; k++)
        a[k] += 1;
    }
}

static void
parallel_for_of (int threads, long count)
{
#pragma omp target data map(tofrom : a)
  for (long i = 0; i < count; i++)
    {
#pragma omp target parallel for num_threads(threads)
      for (int k = 0; k < LENGTH; k++)
        a[k] += 1;
    }
}

static void
parallel_for_1 (long count)
{
  parallel_for_of (1, count);
}

static void
parallel_for_2 (long count)
{
  parallel_for_of (2, count);
}

static void
parallel_for_4 (long count)
{
  parallel_for_of (4, count);
}

static void
teams_for (long count)
{
#pragma omp target data map(tofrom : a)
  for (long i = 0; i < count; i++)
    {
#pragma omp target teams distribute parallel for
      for (int k = 0; k < LENGTH; k++)
        a[k] += 1;
    }
}

static void
teams_for_of (int threads, long count)
{
#pragma omp target data map(tofrom : a)
  for (long i = 0; i < count; i++)
    {
#pragma omp target teams distribute parallel for num_threads(threads)
      for (int k = 0; k < LENGTH; k++)
        a[k] += 1;
    }
}

static void
teams_for_1 (long count)
{
  teams_for_of (1, count);
}

static void
teams_for_2 (long count)
{
  teams_for_of (2, count);
}

static void
teams_for_4 (long count)
{
  teams_for_of (4, count);
}

static void
two_teams (long count)
{
  for (long i = 0; i < count; i++)
    {
#pragma omp target teams num_teams(2) thread_limit(1)
      {
      }
    }
}

static const struct bench_row rows[] = { { "parallel-for", parallel_for },
                                         { "parallel-for-1", parallel_for_1 },
                                         { "parallel-for-2", parallel_for_2 },
                                         { "parallel-for-4", parallel_for_4 },
                                         { "teams-for", teams_for },
                                         { "teams-for-1", teams_for_1 },
                                         { "teams-for-2", teams_for_2 },
                                         { "teams-for-4", teams_for_4 },
                                         { "two-teams", two_teams } };

int
main (void)
{
  bench_require_device ();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    bench_measure (&rows[i]);
  return 0;
}
