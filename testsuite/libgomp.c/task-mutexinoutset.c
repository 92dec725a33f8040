/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* mutexinoutset: one task at a time; tasks made before and after them are
   ordered.  */

#include <omp.h>
#include <stdlib.h>

#include "check.h"

#define FORKS 7
#define MEALS 3000

static int forks[FORKS + 1]; /* taken; the last is nobody's */
static int meals[FORKS];

static void
eat (int left, int right)
{
  CHECK (forks[left]++ == 0);
  if (right != left)
    CHECK (forks[right]++ == 0);
  meals[left]++;
  forks[left]--;
  if (right != left)
    forks[right]--;
}

/* Each needs two forks, in either order, or the same twice.  */
static void
several (void)
{
  int eaten = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < MEALS; i++)
    {
      int left = rand () % FORKS, right = rand () % FORKS;
#pragma omp task firstprivate(left, right) depend(mutexinoutset                \
                                                  : forks[left], forks[right])
      eat (left, right);
      if (i % 100 == 0)
        {
#pragma omp task if (0) firstprivate(left) depend(mutexinoutset : forks[left])
          eat (left, left);
          eaten++;
        }
    }
  for (int i = 0; i < FORKS; i++)
    {
      eaten -= meals[i];
      CHECK (forks[i] == 0);
    }
  CHECK (eaten == -MEALS);
}

/* Runs of members between runs of readers, and depend objects.  */
static void
between_readers (void)
{
  int x = 0, bad = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(mutexinoutset : x)
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++)
    {
      for (int k = 0; k < 5; k++)
        {
#pragma omp task depend(depobj : object) shared(x)
          x++;
#pragma omp task depend(mutexinoutset : x) shared(x)
          x++;
        }
      for (int k = 0; k < 3; k++)
#pragma omp task depend(in : x) shared(x, bad) firstprivate(i)
        if (x != 10 * (i + 1))
#pragma omp atomic write
          bad = 1;
    }
#pragma omp depobj(object) destroy
  CHECK (x == 2000 && bad == 0);
}

/* Members that are cancelled before they start let the next ones in.  */
static void
cancelled (void)
{
  for (int i = 0; i < 100; i++)
    {
      int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
      {
#pragma omp taskgroup
        for (int k = 0; k < 20; k++)
#pragma omp task depend(mutexinoutset : x, y) shared(x) firstprivate(i, k)
          {
            x++;
            if (k == i % 20)
              {
#pragma omp cancel taskgroup
              }
          }
#pragma omp task depend(mutexinoutset : x, y) shared(x, y)
        y = x + 1;
      }
      CHECK (x > 0 && x <= 20 && y == x + 1);
    }
}

int
main (void)
{
  several ();
  between_readers ();
  cancelled ();
  return 0;
}
