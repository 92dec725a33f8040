/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Task dependences: chains, readers between writers, mutexinoutset, iterators,
   depend objects, dependent taskwait and undeferred tasks.  */

#include <omp.h>
#include <unistd.h>

#include "check.h"

#define N 200

static void
chain (void)
{
  int x = 0, cells[8] = { 0 };

  for (int i = 0; i < N; i++)
    {
#pragma omp task shared(x) depend(inout : x)
      {
        CHECK (x == i);
        x++;
      }
#pragma omp task shared(x) depend(in : x)
      CHECK (x == i + 1);
#pragma omp task shared(x) depend(in : x)
      CHECK (x == i + 1);
    }
#pragma omp taskwait depend(in : x)
  CHECK (x == N);

  for (int i = 0; i < N; i++)
#pragma omp task shared(cells) depend(inout : cells[i % 8])
    cells[i % 8]++;
#pragma omp task shared(cells) depend(iterator(k = 0 : 8), in : cells[k]) if (0)
  for (int k = 0; k < 8; k++)
    CHECK (cells[k] == N / 8);
#pragma omp taskwait
}

static void
exclusive (void)
{
  int x = 0, busy = 0;

#pragma omp task shared(x) depend(out : x)
  x = 1;
  for (int i = 0; i < 20; i++)
#pragma omp task shared(x, busy) depend(mutexinoutset : x)
    {
      CHECK (busy == 0);
      busy = 1;
      x++;
      busy = 0;
    }
#pragma omp task shared(x) depend(in : x)
  CHECK (x == 21);
#pragma omp taskwait
}

static void
objects (void)
{
  int x = 0;
  omp_depend_t object;

#pragma omp depobj(object) depend(inout : x)
  for (int i = 0; i < 50; i++)
#pragma omp task shared(x) depend(depobj : object)
    x++;
#pragma omp depobj(object) update(in)
#pragma omp task shared(x) depend(depobj : object)
  CHECK (x == 50);
#pragma omp taskwait
#pragma omp depobj(object) destroy
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    chain ();
    exclusive ();
    objects ();
  }
  chain ();
  return 0;
}
