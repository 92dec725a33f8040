/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Leagues in regions: numbers, distribution, thread limits, nested regions,
   reductions over teams, and the data that each team has for itself.  */

#include "target-check.h"

#define N 3000
#define TEAMS 6

/* What teams do is in functions, as strictly inside of teams most routines and
   constructs are forbidden.  */
#pragma omp declare target
static void
look_around (int *seen, int *told, int *inside)
{
  int me = omp_get_team_num ();

#pragma omp atomic
  seen[me]++;
  told[me] = omp_get_num_teams ();
  /* The threads of a team know which it is.  */
#pragma omp parallel num_threads(3)
  if (omp_get_team_num () != me || omp_get_num_teams () != told[me])
#pragma omp atomic
    inside[me]++;
  if (omp_get_thread_num () != 0 || omp_get_num_threads () != 1
      || omp_get_level () != 0 || omp_in_parallel ())
    inside[me] += 100;
}

static void
count_threads (int *threads, int *told)
{
  int me = omp_get_team_num ();

  told[me] = omp_get_thread_limit ();
#pragma omp parallel num_threads(8)
#pragma omp single
  threads[me] = omp_get_num_threads ();
}

static void
nest (int *count, int *wrong)
{
  int me = omp_get_team_num ();

  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num ();
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      count[me]++;
      if (omp_get_level () != 2 || omp_get_ancestor_thread_num (1) != outer
          || omp_get_team_num () != me)
#pragma omp atomic
        ++*wrong;
    }
  }
}

static void
set_and_get (int *threads, int *tasks)
{
  int me = omp_get_team_num ();

  omp_set_num_threads (me + 1);
  threads[me] = omp_get_max_threads ();
  for (int i = 0; i < 10; i++)
    {
#pragma omp task shared(tasks) firstprivate(me)
#pragma omp atomic
      tasks[me]++;
    }
#pragma omp taskwait
  if (tasks[me] != 10)
    threads[me] = -1;
}
#pragma omp end declare target

/* Each team once, of as many as all are told.  */
static void
numbers (void)
{
  int seen[TEAMS] = { 0 }, told[TEAMS] = { 0 }, inside[TEAMS] = { 0 };

#pragma omp target teams num_teams(TEAMS) map(tofrom: seen, told, inside)
  look_around (seen, told, inside);
  int teams = told[0];
  CHECK (teams >= 1 && teams <= TEAMS);
  for (int t = 0; t < TEAMS; t++)
    CHECK (seen[t] == (t < teams) && told[t] == (t < teams ? teams : 0)
           && inside[t] == 0);
}

/* Before teams begin and after they ended there is one.  */
static void
outside (void)
{
  int before[2] = { -1, -1 };

#pragma omp target map(from: before)
  {
    before[0] = omp_get_num_teams ();
    before[1] = omp_get_team_num ();
  }
  CHECK (before[0] == 1 && before[1] == 0);
}

static void
distribution (void)
{
  static int owner[N], visits[N];

  for (int i = 0; i < N; i++)
    visits[i] = 0;
#pragma omp target teams distribute num_teams(TEAMS) map(from: owner) \
    map(tofrom: visits)
  for (int i = 0; i < N; i++)
    {
      owner[i] = omp_get_team_num ();
      visits[i]++;
    }
  for (int i = 0; i < N; i++)
    CHECK (visits[i] == 1 && (i == 0 || owner[i] >= owner[i - 1]));
#pragma omp target teams distribute num_teams(TEAMS) dist_schedule(static, 7) \
    map(from: owner) map(tofrom: visits)
  for (int i = 0; i < N; i++)
    {
      owner[i] = omp_get_team_num ();
      visits[i]++;
    }
  for (int i = 0; i < N; i++)
    CHECK (visits[i] == 2 && owner[i] == owner[i / 7 * 7]);
#pragma omp target teams distribute parallel for collapse(2) \
    num_teams(TEAMS) thread_limit(3) schedule(dynamic) map(tofrom: visits)
  for (int i = 0; i < N / 10; i++)
    for (int j = 0; j < 10; j++)
      visits[10 * i + j]++;
  for (int i = 0; i < N; i++)
    CHECK (visits[i] == 3);
}

static void
limits (void)
{
  int threads[TEAMS] = { 0 }, told[TEAMS] = { 0 };

#pragma omp target teams num_teams(TEAMS) thread_limit(2) \
    map(tofrom: threads, told)
  count_threads (threads, told);
  CHECK (told[0] == 2 && threads[0] >= 1 && threads[0] <= 2);
  for (int t = 1; t < TEAMS; t++)
    CHECK (threads[t] <= 2 && (told[t] == 2 || told[t] == 0));
}

static void
nested (void)
{
  int count[TEAMS] = { 0 }, wrong = 0;

#pragma omp target teams num_teams(TEAMS) map(tofrom: count, wrong)
  nest (count, &wrong);
  CHECK (wrong == 0 && count[0] >= 1 && count[0] <= 4);
}

static void
reductions (void)
{
  long sum = 0;
  int most = -1, all = 1;
  static long data[N];

  for (int i = 0; i < N; i++)
    data[i] = i;
#pragma omp target teams distribute parallel for num_teams(TEAMS) \
    thread_limit(4) map(to: data) map(tofrom: sum, most, all) \
    reduction(+: sum) reduction(max: most) reduction(&&: all)
  for (int i = 0; i < N; i++)
    {
      sum += data[i];
      most = data[i] > most ? (int)data[i] : most;
      all = all && data[i] >= 0;
    }
  CHECK (sum == (long)N * (N - 1) / 2 && most == N - 1 && all);
}

/* A team's control variables, private data and tasks are its own.  */
static void
own (void)
{
  int threads[TEAMS] = { 0 }, private_sum[TEAMS] = { 0 }, tasks[TEAMS] = { 0 };
  int first = 10;

#pragma omp target teams num_teams(TEAMS) firstprivate(first) \
    map(tofrom: threads, private_sum, tasks)
  {
    int me = omp_get_team_num ();

    set_and_get (threads, tasks);
    first += me;
    private_sum[me] = first;
  }
  for (int t = 0; t < TEAMS && threads[t] != 0; t++)
    CHECK (threads[t] == t + 1 && tasks[t] == 10 && private_sum[t] == 10 + t);
}

static void
many_at_once (void)
{
  long sums[8] = { 0 };

#pragma omp parallel for num_threads(8) schedule(static, 1)
  for (int k = 0; k < 8; k++)
    {
      long sum = 0;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(2) \
    map(tofrom: sum) reduction(+: sum)
      for (int i = 0; i < 1000; i++)
        sum += i;
      sums[k] = sum;
    }
  for (int k = 0; k < 8; k++)
    CHECK (sums[k] == 499500);
}

int
main (void)
{
  numbers ();
  outside ();
  distribution ();
  limits ();
  nested ();
  reductions ();
  own ();
  many_at_once ();
  return 0;
}
