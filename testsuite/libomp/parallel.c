/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Parallel regions: their threads, clauses, nesting and serialized ones.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>

#include "../libgomp.c/check.h"

static void
team_of_all (void)
{
  int threads = 0, sum = 0, of_team = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp atomic
    threads++;
#pragma omp masked
    of_team = omp_get_num_threads ();
    sum += omp_get_thread_num ();
  }
  CHECK (threads == of_team);
  CHECK (threads == omp_get_max_threads ());
  CHECK (sum == threads * (threads - 1) / 2);
}

static void
clauses (void)
{
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += omp_get_num_threads ();
  CHECK (sum == 9);

  int level = 0, condition = 0;
#pragma omp parallel if (condition) num_threads(5)
  {
    CHECK (omp_get_num_threads () == 1);
    CHECK (!omp_in_parallel ());
    level = omp_get_level ();
  }
  CHECK (level == 1);
  CHECK (omp_get_level () == 0);

  /* A clause is for its own region only.  */
  int next = 0;
#pragma omp parallel
#pragma omp single
  next = omp_get_num_threads ();
  CHECK (next == omp_get_max_threads ());

#pragma omp parallel proc_bind(spread) num_threads(2)
  CHECK (omp_get_num_threads () == 2);
}

static void
nested (void)
{
  int inner = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num ();
#pragma omp parallel num_threads(3) reduction(+ : inner)
    {
      CHECK (omp_get_ancestor_thread_num (1) == outer);
      CHECK (omp_get_level () == 2);
      CHECK (omp_get_team_size (1) == 2);
      inner += omp_get_num_threads ();
    }
    CHECK (omp_get_thread_num () == outer);
  }
  CHECK (inner == 2 * 3 * 3);
}

int
main (void)
{
  for (int i = 0; i < 50; i++)
    {
      team_of_all ();
      clauses ();
      nested ();
    }
  return 0;
}
