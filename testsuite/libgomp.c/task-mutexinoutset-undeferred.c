/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Undeferred tasks with mutexinoutset dependences exclude their siblings:
   they begin when the members that were made before are complete, and no
   sibling is made until they are complete themselves (OpenMP 5.1 sections
   2.12.1, 2.19.11).  */

#include <omp.h>

#include "check.h"

#define MEMBERS 8
#define ROUNDS 200

static int inside, wrong;

static void
visit (int *x)
{
  int others;
#pragma omp atomic capture
  others = inside++;
  if (others != 0)
#pragma omp atomic write
    wrong = 1;
  (*x)++;
  /* Tasks of the same thread may come in between.  */
#pragma omp taskyield
#pragma omp atomic
  inside--;
}

/* All ways that make a task undeferred, beside deferred members.  */
static void
all_ways (void)
{
  int x = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(mutexinoutset : x)
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < ROUNDS; round++)
    {
      for (int i = 0; i < MEMBERS; i++)
#pragma omp task depend(mutexinoutset : x) shared(x)
        visit (&x);
#pragma omp task if (0) depend(mutexinoutset : x) shared(x)
      visit (&x);
#pragma omp task depend(mutexinoutset : x) shared(x)
      visit (&x);
#pragma omp task if (0) depend(depobj : object) shared(x)
      visit (&x);
#pragma omp task final(1) depend(mutexinoutset : x) shared(x)
      {
        int before = x;
#pragma omp task depend(mutexinoutset : x) shared(x)
        x++;
        if (x != before + 1)
#pragma omp atomic write
          wrong = 1;
      }
    }
#pragma omp depobj(object) destroy
  CHECK (x == ROUNDS * (MEMBERS + 4) && !wrong && inside == 0);
}

/* Children of an undeferred member are no siblings of it: they run while it
   has what the dependence gives.  */
static void
own_children (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x) shared(x)
    x++;
#pragma omp task if (0) depend(mutexinoutset : x) shared(x)
    {
      for (int i = 0; i < MEMBERS; i++)
#pragma omp task depend(mutexinoutset : x) shared(x)
        x++;
#pragma omp taskwait
      CHECK (x == MEMBERS + 1);
    }
#pragma omp task depend(mutexinoutset : x) shared(x)
    x++;
  }
  CHECK (x == MEMBERS + 2);
}

int
main (void)
{
  all_ways ();
  own_children ();
  return 0;
}
