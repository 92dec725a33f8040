/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Taskloops: each iteration runs once; sizes of tasks; both types of loop
   variable and both directions; reductions.  */

#include "check.h"

#include <limits.h>
#include <omp.h>
#include <string.h>

static int count[2000];

static void
all_once (int n)
{
  for (int i = 0; i < n; i++)
    CHECK (count[i] == 1);
  memset (count, 0, sizeof (count));
}

static void
directions (void)
{
  for (int n = 0; n < 70; n += 7)
    {
#pragma omp taskloop
      for (int i = 0; i < n; i++)
        count[i]++;
      all_once (n);
#pragma omp taskloop grainsize(5)
      for (long i = n - 1; i >= 0; i--)
        count[i]++;
      all_once (n);
#pragma omp taskloop num_tasks(6)
      for (unsigned long long i = ULLONG_MAX - n; i < ULLONG_MAX; i++)
        count[ULLONG_MAX - 1 - i]++;
      all_once (n);
#pragma omp taskloop
      for (unsigned long long i = 3 * n; i > 0; i -= 3)
        count[i / 3 - 1]++;
      all_once (n);
#pragma omp taskloop collapse(2) nogroup
      for (int i = 0; i < n; i++)
        for (int j = 0; j < 7; j++)
          count[7 * i + j]++;
#pragma omp taskwait
      all_once (7 * n);
#pragma omp taskloop if (0)
      for (int i = LONG_MIN == 0; i < n; i++)
        count[i]++;
      all_once (n);
    }
}

/* How many iterations each task had, by the loop's first iteration.  */
static int size[1000];

static void
sizes (int n, int grain, int strict)
{
  memset (size, 0, sizeof (size));
  int task = -1, last = -2;
#pragma omp parallel num_threads(1)
#pragma omp single
  if (strict)
    {
#pragma omp taskloop grainsize(strict                                          \
                               : grain) firstprivate(task, last) shared(size)
      for (int i = 0; i < n; i++)
        {
          task = last < 0 ? i : task;
          last = i;
          size[task]++;
        }
    }
  else
    {
#pragma omp taskloop grainsize(grain) firstprivate(task, last) shared(size)
      for (int i = 0; i < n; i++)
        {
          task = last < 0 ? i : task;
          last = i;
          size[task]++;
        }
    }
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum += size[i];
      if (size[i] == 0)
        continue;
      if (strict)
        CHECK (size[i] == grain || i + size[i] == n);
      else if (n >= grain)
        CHECK (size[i] >= grain && size[i] < 2 * grain);
    }
  CHECK (sum == n);
}

static void
reductions (void)
{
  long sum = 0, product = 1;
  int minimum = INT_MAX;
#pragma omp taskloop reduction(+ : sum) reduction(min : minimum) grainsize(3)
  for (int i = 1; i <= 1000; i++)
    {
      sum += i;
      minimum = i < minimum ? i : minimum;
    }
  CHECK (sum == 500500 && minimum == 1);

  sum = 7;
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(* : product)
  {
#pragma omp taskloop in_reduction(+ : sum) nogroup
    for (int i = 0; i < 100; i++)
      sum += i;
#pragma omp task in_reduction(* : product)
    product *= 6;
#pragma omp taskloop in_reduction(+ : sum) num_tasks(3)
    for (int i = 0; i < 3; i++)
      sum++;
  }
  CHECK (sum == 7 + 4950 + 3 && product == 6);

  sum = 5;
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < 0; i++)
    sum += i;
  CHECK (sum == 5);
}

int
main (void)
{
  for (int n = 1; n < 60; n += 3)
    for (int grain = 1; grain < 20; grain += 2)
      {
        sizes (n, grain, 0);
        sizes (n, grain, 1);
      }
  directions ();
#pragma omp parallel
#pragma omp single
  {
    directions ();
    for (int i = 0; i < 20; i++)
      reductions ();
  }
  return 0;
}
