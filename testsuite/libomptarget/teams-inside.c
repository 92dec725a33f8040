/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A target region with teams that a thread of a parallel region encounters:
   each team begins with one thread, also if the host runs the region, whose
   code the program itself calls then.  Such a team has no barrier for the other
   threads outside.  */
/* { dg-do run } */

#include <omp.h>

#include "../libgomp.c/check.h"

static void
region (void)
{
  long product = 1, last = 0;
  int threads = 0, thread = -1, level = -1, inner = 0;
#pragma omp target teams distribute num_teams(3) reduction(* : product)        \
    lastprivate(last) map(tofrom : product, last, threads, thread, level, inner)
  for (long i = 0; i < 4; i++)
    {
      product *= 3;
      last = i;
      threads = omp_get_num_threads ();
      thread = omp_get_thread_num ();
      level = omp_get_level ();
#pragma omp parallel num_threads(2)
#pragma omp atomic
      inner++;
    }
  CHECK (product == 81 && last == 3);
  CHECK (threads == 1 && thread == 0 && level == 0);
  CHECK (inner == 8);
}

int
main (void)
{
#pragma omp parallel num_threads(3)
  {
#pragma omp masked
    region ();
    CHECK (omp_get_num_threads () == 3 && omp_get_level () == 1);
  }
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num () == 2)
    {
      region ();
      CHECK (omp_get_thread_num () == 2);
    }
  return 0;
}
