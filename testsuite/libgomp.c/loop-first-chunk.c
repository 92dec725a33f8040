/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Some programs (megahit) sort iterations by the memory that they need, and let
   each thread allocate memory for its first one.  So with schedule (dynamic) no
   thread runs an iteration that lies before its first one, although from OpenMP
   5.0 on the order is free.  Every iteration runs once, and the last one last
   in its thread.  */

#include <omp.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

#define MOST 600
#define THREADS 64

static unsigned char done[MOST], again[MOST];
static int first[THREADS];

static void
visit (int i, int chunk, int nap)
{
  int *mine = &first[omp_get_thread_num ()];
  if (*mine < 0)
    *mine = i;
  CHECK (i >= *mine);
  CHECK (done[i]++ == 0);
  if (nap != 0 && i / chunk % nap == 0)
    usleep (20);
}

static void
run (int count, int chunk, int nap)
{
  int last = -1;
  memset (done, 0, sizeof done);
  for (int i = 0; i < THREADS; i++)
    first[i] = -1;
#pragma omp parallel for schedule(dynamic, chunk) lastprivate(last)
  for (int i = 0; i < count; i++)
    {
      visit (i, chunk, nap);
      last = i;
    }
  CHECK (last == count - 1);
  for (int i = 0; i < count; i++)
    CHECK (done[i] == 1);
}

/* The same in a region that has other constructs before it.  */
static void
run_inside (int count)
{
  memset (done, 0, sizeof done);
  memset (again, 0, sizeof again);
  for (int i = 0; i < THREADS; i++)
    first[i] = -1;
#pragma omp parallel
  {
    if (omp_get_thread_num () == 1)
      usleep (50);
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < count; i++)
      visit (i, 1, 0);
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < count; i++)
      again[i]++;
  }
  for (int i = 0; i < count; i++)
    CHECK (done[i] == 1 && again[i] == 1);
}

int
main (void)
{
  for (int turn = 0; turn < 40; turn++)
    for (int chunk = 1; chunk < 8; chunk += 3)
      {
        run (MOST, chunk, 0);
        run (1 + turn, chunk, turn % 3);
        run (MOST - turn, chunk, 50);
      }
  for (int turn = 0; turn < 100; turn++)
    run_inside (1 + 5 * turn);
  return 0;
}
