/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O1 -g -fsanitize=thread" } */
/* { dg-require-effective-target tsan } */
/* { dg-skip-stock "the stock runtime does not speak to ThreadSanitizer" } */
/* { dg-threads "1 2 4 8" } */
/* { dg-not-output "ThreadSanitizer" } */
/* A program for ThreadSanitizer that is free of races only because of what each
   construct promises: no report.  */

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fib.h"

#define N 64
#define ROUNDS 20

static int a[N], b[N], c[N], d[N], shared_value;
static omp_lock_t lock;
static omp_nest_lock_t nest_lock;

static void
regions (void)
{
  int local[N];
  for (int i = 0; i < N; i++)
    local[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    local[i]++;
  for (int i = 0; i < N; i++)
    CHECK (local[i] == i + 1);
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(2)
#pragma omp critical
  local[0]++;
  CHECK (local[0] > 1);
}

static void
barriers (void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num ();
    int n = omp_get_num_threads ();
    for (int round = 0; round < ROUNDS; round++)
      {
        a[me] = round;
#pragma omp barrier
        b[me] = a[(me + 1) % n];
#pragma omp barrier
      }
  }
}

static void
exclusion (void)
{
  int critical = 0, named = 0, locked = 0, nested = 0;
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest_lock);
#pragma omp parallel
  for (int i = 0; i < ROUNDS; i++)
    {
#pragma omp critical
      critical++;
#pragma omp critical(name)
      named++;
      omp_set_lock (&lock);
      locked++;
      omp_unset_lock (&lock);
      omp_set_nest_lock (&nest_lock);
      while (omp_test_nest_lock (&nest_lock) == 0)
        ;
      nested++;
      omp_unset_nest_lock (&nest_lock);
      omp_unset_nest_lock (&nest_lock);
      if (omp_test_lock (&lock))
        {
          locked += 0;
          omp_unset_lock (&lock);
        }
    }
  omp_destroy_lock (&lock);
  omp_destroy_nest_lock (&nest_lock);
  CHECK (critical == named && critical == locked && critical == nested);
}

static void
work_sharing (void)
{
  int sum = 0, last = 0, in_order = 0, from_one = -1;
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for schedule(dynamic, 3) reduction(+ : sum) lastprivate(last)
    for (int i = 0; i < N; i++)
      {
        sum += i;
        last = i;
      }
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < N; i++)
#pragma omp ordered
      in_order = i;
#pragma omp for ordered schedule(guided)
    for (int i = 0; i < N; i++)
#pragma omp ordered
      in_order += i;
#pragma omp single copyprivate(mine)
    mine = sum;
    CHECK (mine == sum);
#pragma omp single
    from_one = mine;
    CHECK (from_one == mine);
#pragma omp sections
    {
#pragma omp section
      a[0] = 1;
#pragma omp section
      a[1] = 2;
    }
    CHECK (a[0] == 1 && a[1] == 2);
#pragma omp masked
    shared_value = 7;
#pragma omp barrier
    CHECK (shared_value == 7);
  }
  CHECK (last == N - 1);
}

static void
inscan (void)
{
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < N; i++)
    {
      sum += i;
#pragma omp scan inclusive(sum)
      b[i] = sum;
    }
  CHECK (b[N - 1] == N * (N - 1) / 2);
}

static void
cross_iteration (void)
{
  static int grid[8][N];
#pragma omp parallel for ordered(2)
  for (int i = 1; i < 8; i++)
    for (int j = 1; j < N; j++)
      {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        grid[i][j] = grid[i - 1][j] + grid[i][j - 1] + 1;
#pragma omp ordered depend(source)
      }
}

struct large
{
  int words[1000];
};

static void
tasks (void)
{
  int result = 0;
  struct large large;
  memset (&large, 0, sizeof (large));
#pragma omp parallel
#pragma omp single
  {
    result = fib (12);
    for (int i = 0; i < N; i++)
#pragma omp task firstprivate(large)
      {
        large.words[0] = a[i] = i;
#pragma omp task
        b[i] = i;
      }
#pragma omp taskgroup
    for (int i = 0; i < N; i++)
#pragma omp task
      {
        c[N - 1 - i] = i;
#pragma omp task firstprivate(i)
        d[i] = i;
      }
    CHECK (c[0] == N - 1 && d[N - 1] == N - 1);
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < N; i++)
      c[i] = d[i] + 1;
    CHECK (c[3] == 4);
  }
  CHECK (result == 144);
}

static void
dependences (void)
{
  int x = 0, y = 0, readers[4] = { 0 };
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < ROUNDS; round++)
    {
#pragma omp task depend(out : x)
      x = round;
      for (int i = 0; i < 4; i++)
#pragma omp task depend(in : x) depend(inout : readers[i])
        readers[i] = x;
#pragma omp task depend(mutexinoutset : y)
      y++;
#pragma omp task depend(mutexinoutset : y)
      y += 2;
#pragma omp task depend(inout : x) depend(in : y)
      x += y;
      if (round % 4 == 3)
        {
#pragma omp taskwait depend(in : x)
          CHECK (x != 0);
        }
#pragma omp task depend(in : x) if (0)
      CHECK (x != 0 || round == 0);
    }
}

static void
detached (void)
{
  int value = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < ROUNDS; round++)
    {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value)
      value = round;
#pragma omp task firstprivate(event)
      {
        shared_value = round;
        omp_fulfill_event (event);
      }
#pragma omp task depend(in : value)
      seen = value + shared_value;
#pragma omp taskwait
      CHECK (seen == 2 * round);
    }
}

static void
task_reductions (void)
{
  int sum = 0;
#pragma omp parallel reduction(task, + : sum)
#pragma omp single
  for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum)
    sum += i;
  CHECK (sum == N * (N - 1) / 2);
#pragma omp parallel
#pragma omp for reduction(task, + : sum)
  for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum)
    sum += i;
  CHECK (sum == N * (N - 1));
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += 1;
  CHECK (sum == N * N);
}

int
main (void)
{
  omp_set_max_active_levels (2);
  for (int round = 0; round < 3; round++)
    {
      regions ();
      barriers ();
      exclusion ();
      work_sharing ();
      inscan ();
      cross_iteration ();
      tasks ();
      dependences ();
      detached ();
      task_reductions ();
    }
  return 0;
}
