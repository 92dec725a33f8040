/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Each thread of a team runs the region once, under its own number; teams grow
   and shrink from region to region.  */

#include <omp.h>
#include <string.h>

#include "check.h"

#define MAX 32

static void
region_of (int wanted)
{
  int seen[MAX] = { 0 }, size = 0;

#pragma omp parallel num_threads(wanted)
  {
    CHECK (omp_get_thread_num () < omp_get_num_threads ());
    seen[omp_get_thread_num ()]++;
#pragma omp single
    size = omp_get_num_threads ();
  }
  CHECK (size == wanted);
  for (int i = 0; i < MAX; i++)
    CHECK (seen[i] == (i < wanted));
}

int
main (void)
{
  int expected = omp_get_max_threads (), size = 0;

#pragma omp parallel
#pragma omp master
  size = omp_get_num_threads ();
  CHECK (size == expected);

  for (int wanted = 1; wanted <= MAX; wanted = wanted * 3 / 2 + 1)
    region_of (wanted);
  for (int wanted = MAX; wanted > 0; wanted -= 5)
    region_of (wanted);

  size = 0;
#pragma omp parallel if (expected < 0)
  size += omp_get_num_threads ();
  CHECK (size == 1);
  CHECK (!omp_in_parallel () && omp_get_num_threads () == 1);
  return 0;
}
