/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Random constructs in several queues leave what the same work leaves on the
   host, in the order in which the program encounters the constructs.  */

#include "check.h"

#include <string.h>

#define N 64
#define QUEUES 5
#define STEPS 100
#define SEEDS 8

static unsigned a[QUEUES][N], expected[QUEUES][N];
static unsigned state;

static unsigned
draw (unsigned limit)
{
  state = state * 1103515245u + 12345u;
  return (state >> 16) % limit;
}

/* The data is mapped by the compute construct alone.  */
static void
map_there (int q, unsigned v)
{
  unsigned *x = a[q];
#pragma acc parallel loop copy(x [0:N]) async(q)
  for (int i = 0; i < N; i++)
    x[i] += v;
  for (int i = 0; i < N; i++)
    expected[q][i] += v;
}

/* What comes next in the queue reads what this copies out.  */
static void
only_out (int q, unsigned v)
{
  unsigned *x = a[q];
#pragma acc parallel loop copyout(x [0:N]) async(q)
  for (int i = 0; i < N; i++)
    x[i] = v - (unsigned)i;
  for (int i = 0; i < N; i++)
    expected[q][i] = v - (unsigned)i;
}

static void
map_before (int q, unsigned v)
{
  unsigned *x = a[q];
#pragma acc enter data copyin(x [0:N]) async(q)
#pragma acc parallel loop present(x [0:N]) async(q)
  for (int i = 0; i < N; i++)
    x[i] ^= v;
#pragma acc exit data copyout(x [0:N]) async(q)
  for (int i = 0; i < N; i++)
    expected[q][i] ^= v;
}

/* One half is updated, the other one keeps its value on the host.  */
static void
update_half (int q, unsigned v)
{
  unsigned *x = a[q];
#pragma acc enter data copyin(x [0:N]) async(q)
#pragma acc parallel loop copy(x [0:N]) async(q)
  for (int i = 0; i < N / 2; i++)
    x[i] = x[i] * 3 + v;
#pragma acc update self(x [0:N / 2]) async(q)
#pragma acc exit data delete (x [0:N])async(q)
  for (int i = 0; i < N / 2; i++)
    expected[q][i] = expected[q][i] * 3 + v;
}

static void
use_other (int q, int other)
{
  unsigned *x = a[q], *y = a[other];
  if (q == other)
    return;
#pragma acc wait(other) async(q)
#pragma acc parallel loop copy(x [0:N]) copyin(y [0:N]) async(q)
  for (int i = 0; i < N; i++)
    x[i] += y[i];
#pragma acc wait(q) async(other)
  for (int i = 0; i < N; i++)
    expected[q][i] += expected[other][i];
}

static void
step (void)
{
  int q = (int)draw (QUEUES);
  unsigned v = draw (100);
  switch (draw (6))
    {
    case 0:
      map_there (q, v);
      break;
    case 1:
      only_out (q, v);
      break;
    case 2:
      map_before (q, v);
      break;
    case 3:
      update_half (q, v);
      break;
    case 4:
      use_other (q, (int)draw (QUEUES));
      break;
    default:
      if (v < 20)
        {
#pragma acc wait
        }
    }
}

int
main (void)
{
  for (state = 1; state <= SEEDS; state++)
    {
      unsigned seed = state;
      for (int q = 0; q < QUEUES; q++)
        for (int i = 0; i < N; i++)
          a[q][i] = expected[q][i] = (unsigned)(i + q);
      for (int i = 0; i < STEPS; i++)
        step ();
#pragma acc wait
      CHECK (memcmp (a, expected, sizeof (a)) == 0);
      state = seed;
    }
  return 0;
}
