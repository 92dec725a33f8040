/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* Regions enter and leave blocks in every way, and use their variables while
   they last.  */

#include <omp.h>

#define CHECK(what) if (!(what)) __builtin_abort ()

#pragma omp declare target
__attribute__ ((noinline)) static int
set (int *p, int n)
{
  *p = n;
  return *p;
}

/* A construct in a function of a device.  */
static int
sum_of (int n)
{
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    {
      int own[2];
      set (&own[0], i);
      if (i % 3 == 0)
        continue;
      sum += own[0] + set (&own[1], 1);
    }
  return sum;
}
#pragma omp end declare target

static void
test_jumps (void)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
  {
    int turn = 0;
    for (int i = 0; i < 20; i++)
      {
        switch (i % 4)
          {
            int v;
          case 0:
            sum += set (&v, 1);
            break;
          case 1:
            {
              int w;
              if (set (&w, 2) == 2)
                goto inside;
            }
            {
              int u, *p;
              p = &u;
              *p = 8;
inside:
              set (&u, 3);
              p = &u;
              sum += *p;
            }
            break;
          default:
            sum += set (&v, 4);
          }
        if (i == 18)
          goto out;
      }
out:
again:
    {
      int next;
      set (&next, turn + 1);
      turn = next;
      if (turn < 5)
        goto again;
      sum += 100 * next;
    }
  }
  CHECK (sum == 5 * 1 + 5 * 3 + 9 * 4 + 500);
}

static void
test_loops (void)
{
  int sum = 0, last = 0, part[40];
#pragma omp target teams distribute parallel for simd collapse(2) \
  reduction(+ : sum) map(tofrom : sum)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      {
        int own[2];
        sum += set (&own[0], i) * set (&own[1], j);
      }
  CHECK (sum == 28 * 28);
#pragma omp target map(tofrom : last)
  {
    int i, *p = &i;
#pragma omp parallel for lastprivate(i)
    for (i = 0; i < 10; i++)
      {
        int own;
        set (&own, i);
      }
    last = *p;
  }
  CHECK (last == 10);
  sum = 0;
#pragma omp target map(from : part) map(tofrom : sum)
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 40; i++)
    {
      {
        int own;
        sum += set (&own, i);
      }
#pragma omp scan inclusive(sum)
      {
        int own;
        part[i] = set (&own, sum);
      }
    }
  CHECK (part[39] == 780 && sum == 780);
  sum = 0;
#pragma omp target map(tofrom : sum)
  sum = sum_of (20);
  CHECK (sum == 190 - 63 + 13);
}

static void
test_constructs (void)
{
  int total[3] = { 0 };
#pragma omp target teams num_teams(3) map(tofrom : total)
  {
    int team[2], sum = 0;
    set (&team[1], 2);
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
#pragma omp sections
      {
#pragma omp section
        {
          int own;
          sum += set (&own, 1);
        }
#pragma omp section
        {
          int own;
          sum += set (&own, team[1]);
        }
      }
#pragma omp single
      {
        int tasks = 0;
        for (int i = 0; i < 4; i++)
          {
            int own, *p = &own;
            set (p, i);
#pragma omp task shared(tasks) firstprivate(own)
            {
              int *q = &own;
#pragma omp atomic
              tasks += *q;
            }
          }
#pragma omp taskwait
#pragma omp taskloop shared(tasks) grainsize(1)
        for (int i = 0; i < 4; i++)
          {
            int own;
            set (&own, 1);
#pragma omp atomic
            tasks += own;
          }
        sum += tasks;
      }
#pragma omp for ordered
      for (int i = 0; i < 3; i++)
        {
          int own;
          set (&own, 1);
#pragma omp ordered
          {
            int copy;
            sum += set (&copy, own);
          }
        }
    }
    total[omp_get_team_num ()] = sum;
  }
  for (int i = 0; i < 3; i++)
    CHECK (total[i] == 3 + 6 + 4 + 3);
}

int
main (void)
{
  test_jumps ();
  test_loops ();
  test_constructs ();
  return 0;
}
