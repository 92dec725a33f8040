/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Target constructs that are met by the threads of a team, in tasks, in nested
   regions, and in teams on the host; what the routines return around the
   constructs and in their regions.  */

#include "target-check.h"

#define N 64

/* What is outside a region is as before it, inside it is as for an initial
   thread.  */
static void
by_each_thread (void)
{
  int results[N] = { 0 }, threads = 0;

#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads ();
    int inside[5] = { -1, -1, -1, -1, -1 };

#pragma omp target map(from: inside)
    {
      inside[0] = omp_get_thread_num ();
      inside[1] = omp_get_num_threads ();
      inside[2] = omp_get_level ();
      inside[3] = omp_in_parallel ();
      inside[4] = omp_get_team_num ();
    }
    CHECK (inside[0] == 0 && inside[1] == 1 && inside[2] == 0);
    CHECK (inside[3] == 0 && inside[4] == 0);
    CHECK (me == omp_get_thread_num () && all == omp_get_num_threads ());
    CHECK (omp_get_level () == 1);
#pragma omp target map(tofrom: results[me:1])
    results[me] = me + 1;
#pragma omp single
    threads = all;
  }
  for (int i = 0; i < threads && i < N; i++)
    CHECK (results[i] == i + 1);
}

static void
shared_data_of_threads (void)
{
  int data[N];

  for (int i = 0; i < N; i++)
    data[i] = i;
#pragma omp target data map(tofrom: data)
  {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < N; i++)
      {
#pragma omp target map(alloc: data) firstprivate(i)
        data[i] = data[i] * 2 + 1;
      }
  }
  for (int i = 0; i < N; i++)
    CHECK (data[i] == 2 * i + 1);
}

static int
fibonacci_in_tasks (int n)
{
  int a = 0, b = 0, sum = 0;

  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fibonacci_in_tasks (n - 1);
#pragma omp task shared(b)
  b = fibonacci_in_tasks (n - 2);
#pragma omp taskwait
#pragma omp target map(from: sum)
  sum = a + b;
  return sum;
}

static void
in_tasks (void)
{
  int result = 0, sum = 0;

#pragma omp parallel
#pragma omp single
  {
    result = fibonacci_in_tasks (8);
#pragma omp taskloop grainsize(1) reduction(+: sum)
    for (int i = 0; i < 20; i++)
      {
        int square = 0;
#pragma omp target map(from: square) firstprivate(i)
        square = i * i;
        sum += square;
      }
  }
  CHECK (result == 21 && sum == 2470);
}

static void
in_single_master_sections_and_critical (void)
{
  int a = 0, b = 0, c = 0, d = 0;

#pragma omp parallel
  {
#pragma omp single nowait
#pragma omp target map(from: a)
    a = 1;
#pragma omp masked
#pragma omp target map(from: b)
    b = 2;
#pragma omp sections
    {
#pragma omp section
#pragma omp target map(from: c)
      c = 3;
#pragma omp section
#pragma omp target map(from: d)
      d = 4;
    }
  }
  int count = 0, threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads ();
#pragma omp critical
    {
#pragma omp target map(tofrom: count)
      count++;
    }
  }
  CHECK (a == 1 && b == 2 && c == 3 && d == 4 && count == threads);
}

static void
nested_regions (void)
{
  int count = 0, expected = 0;

  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2) reduction(+: expected)
#pragma omp parallel num_threads(2) reduction(+: expected)
  {
    expected++;
    int one = 0;
#pragma omp target map(from: one)
    {
      one = 0;
#pragma omp parallel num_threads(3) reduction(+: one)
      one += omp_get_level ();
    }
#pragma omp atomic
    count += one > 0;
  }
  omp_set_max_active_levels (1);
  CHECK (count == expected);
}

static void
in_teams_of_the_host (void)
{
  int seen[4] = { 0 };

#pragma omp teams num_teams(4)
#pragma omp parallel num_threads(1)
  {
    int team = omp_get_team_num (), inside = -1;

#pragma omp target map(from: inside)
    inside = omp_get_team_num ();
    CHECK (inside == 0 && team == omp_get_team_num ());
#pragma omp target map(tofrom: seen[team:1])
    seen[team]++;
  }
  CHECK (seen[0] == 1);
}

/* Data regions belong to the task that met them.  */
static void
data_regions_of_tasks (void)
{
  int sums[16] = { 0 };

#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 16; t++)
    {
#pragma omp task firstprivate(t) shared(sums)
      {
        int data[N];
        for (int i = 0; i < N; i++)
          data[i] = t;
#pragma omp target data map(tofrom: data)
        {
#pragma omp target map(alloc: data)
          for (int i = 0; i < N; i++)
            data[i]++;
#pragma omp taskyield
#pragma omp target map(alloc: data)
          for (int i = 0; i < N; i++)
            data[i]++;
        }
        for (int i = 0; i < N; i++)
          sums[t] += data[i];
      }
    }
  for (int t = 0; t < 16; t++)
    CHECK (sums[t] == N * (t + 2));
}

int
main (void)
{
  by_each_thread ();
  shared_data_of_threads ();
  in_tasks ();
  in_single_master_sections_and_critical ();
  nested_regions ();
  in_teams_of_the_host ();
  data_regions_of_tasks ();
  return 0;
}
