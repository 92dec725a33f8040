/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* The runtime inside a region: parallel, teams, loops, tasks, reductions,
   locks, critical, and what the omp_* routines return there.  */

#include "target-check.h"

#define N 10000

static void
parallel_loop (void)
{
  int data[N], threads = 0;

#pragma omp target parallel for map(from: data) schedule(dynamic, 7)
  for (int i = 0; i < N; i++)
    data[i] = 2 * i;
  for (int i = 0; i < N; i++)
    CHECK (data[i] == 2 * i);
#pragma omp target parallel num_threads(3) map(from: threads)
#pragma omp single
  threads = omp_get_num_threads ();
  CHECK (threads == 3);
}

static void
teams_distribute (void)
{
  static double x[N], y[N];
  double dot = 0;

  for (int i = 0; i < N; i++)
    {
      x[i] = i;
      y[i] = 1;
    }
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < N; i++)
    y[i] += 2 * x[i];
#pragma omp target teams distribute parallel for simd map(to: x, y) \
    map(tofrom: dot) reduction(+: dot)
  for (int i = 0; i < N; i++)
    dot += y[i] - 2 * x[i];
  CHECK (dot == N);
}

static void
team_numbers (void)
{
  int teams = 0, most = 0, seen[4] = { 0 };

#pragma omp target teams num_teams(4) thread_limit(2) map(tofrom: seen) \
    map(tofrom: teams, most)
  {
    seen[omp_get_team_num ()]++;
    if (omp_get_team_num () == 0)
      teams = omp_get_num_teams ();
#pragma omp parallel num_threads(8)
#pragma omp single
    if (omp_get_team_num () == 0)
      most = omp_get_num_threads ();
  }
  CHECK (teams >= 1 && teams <= 4 && most >= 1 && most <= 2);
  for (int t = 0; t < teams; t++)
    CHECK (seen[t] == 1);
}

static void
reductions (void)
{
  int sum = 0, least = 1000, all = 1, bits = 0;
  double product = 1;

#pragma omp target parallel for map(tofrom: sum, least, all, bits, product) \
    reduction(+: sum) reduction(min: least) reduction(&&: all) \
    reduction(|: bits) reduction(*: product)
  for (int i = 1; i <= 20; i++)
    {
      sum += i;
      least = i < least ? i : least;
      all = all && i;
      bits |= i;
      product *= i % 2 ? 2.0 : 0.5;
    }
  CHECK (sum == 210 && least == 1 && all && bits == 31 && product == 1.0);
}

#pragma omp declare target
static int
fibonacci (int n)
{
  int a, b;

  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fibonacci (n - 1);
#pragma omp task shared(b)
  b = fibonacci (n - 2);
#pragma omp taskwait
  return a + b;
}
#pragma omp end declare target

static void
tasks (void)
{
  int result = 0;

#pragma omp target map(from: result)
#pragma omp parallel num_threads(4)
#pragma omp single
  result = fibonacci (15);
  CHECK (result == 610);
}

static void
locks_and_critical (void)
{
  int locked = 0, critical = 0, atomic = 0;

#pragma omp target map(tofrom: locked, critical, atomic)
  {
    omp_lock_t lock;

    omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 500; i++)
      {
        omp_set_lock (&lock);
        locked++;
        omp_unset_lock (&lock);
#pragma omp critical
        critical++;
#pragma omp atomic
        atomic++;
      }
    omp_destroy_lock (&lock);
  }
  CHECK (critical == locked && atomic == locked && locked % 500 == 0 && locked);
}

static void
ordered_and_sections (void)
{
  int order[16], next = 0, a = 0, b = 0;

#pragma omp target map(from: order) map(tofrom: next, a, b)
  {
#pragma omp parallel for ordered num_threads(4) schedule(dynamic)
    for (int i = 0; i < 16; i++)
      {
#pragma omp ordered
        order[next++] = i;
      }
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      a = 1;
#pragma omp section
      b = 2;
    }
  }
  for (int i = 0; i < 16; i++)
    CHECK (order[i] == i);
  CHECK (a == 1 && b == 2);
}

static void
answers (void)
{
  int level = -1, inside = -1, num = -1, teams = -1, threads = -1;

#pragma omp parallel num_threads(2)
#pragma omp master
#pragma omp target map(from: level, inside, num, teams, threads)
  {
    level = omp_get_level ();
    inside = omp_in_parallel ();
    num = omp_get_thread_num ();
    teams = omp_get_num_teams ();
    threads = omp_get_num_threads ();
  }
  CHECK (level == 0 && !inside && num == 0 && teams == 1 && threads == 1);
}

int
main (void)
{
  parallel_loop ();
  teams_distribute ();
  team_numbers ();
  reductions ();
  tasks ();
  locks_and_critical ();
  ordered_and_sections ();
  answers ();
  return 0;
}
