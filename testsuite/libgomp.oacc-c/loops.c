/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loops: gang, worker, vector, seq, auto, independent, collapse, tile, private,
   in parallel, kernels and serial; sizes; atomics.  */

#include "check.h"

#define N 200

static int a[N], m[20][30];

#define LOOP(construct, clauses)                                               \
  do                                                                           \
    {                                                                          \
      fill (a, N, 0);                                                          \
      _Pragma (construct) for (int i = 0; i < N; i++) a[i] = 2 * a[i] + 1;     \
      CHECK (is_line (a, N, 1, 2));                                            \
    }                                                                          \
  while (0)

static void
levels (void)
{
  LOOP ("acc parallel loop", );
  LOOP ("acc parallel loop gang", );
  LOOP ("acc parallel loop worker", );
  LOOP ("acc parallel loop vector", );
  LOOP ("acc parallel loop gang vector", );
  LOOP ("acc parallel loop gang worker", );
  LOOP ("acc parallel loop gang worker vector", );
  LOOP ("acc parallel loop seq num_gangs(1)", );
  LOOP ("acc parallel loop auto", );
  LOOP ("acc parallel loop independent", );
  LOOP ("acc parallel loop gang(static:1)", );
  LOOP ("acc parallel loop gang(static:*)", );
  LOOP ("acc parallel loop gang num_gangs(7)", );
  LOOP ("acc parallel loop worker num_workers(4)", );
  LOOP ("acc parallel loop vector vector_length(32)", );
  LOOP ("acc parallel loop num_gangs(3) num_workers(2) vector_length(32)", );
  LOOP ("acc kernels loop", );
  LOOP ("acc kernels loop independent", );
  LOOP ("acc kernels loop gang(4) vector(32)", );
  LOOP ("acc serial loop", );
  LOOP ("acc serial loop gang worker vector", );
}

static int
is_matrix (int factor)
{
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      if (m[i][j] != factor * (100 * i + j))
        return 0;
  return 1;
}

static void
nests (void)
{
#pragma acc parallel loop collapse(2) copyout(m)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      m[i][j] = 100 * i + j;
  CHECK (is_matrix (1));
#pragma acc parallel loop tile(4, 8) copyout(m)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      m[i][j] = 2 * (100 * i + j);
  CHECK (is_matrix (2));
#pragma acc parallel copyout(m)
  {
#pragma acc loop gang
    for (int i = 0; i < 20; i++)
      {
        int row = 100 * i;
#pragma acc loop worker vector
        for (int j = 0; j < 30; j++)
          m[i][j] = 3 * (row + j);
      }
  }
  CHECK (is_matrix (3));
#pragma acc parallel copyout(m) num_workers(4) vector_length(32)
  {
#pragma acc loop gang worker
    for (int i = 0; i < 20; i++)
#pragma acc loop vector
      for (int j = 0; j < 30; j++)
        m[i][j] = 4 * (100 * i + j);
  }
  CHECK (is_matrix (4));
#pragma acc kernels copyout(m)
  {
#pragma acc loop independent
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 30; j++)
        m[i][j] = 5 * (100 * i + j);
  }
  CHECK (is_matrix (5));
}

static void
atomics (void)
{
  int sum = 0, got[N], count = 0, most = 0;
#pragma acc parallel loop copy(sum, count, most) copyout(got)
  for (int i = 0; i < N; i++)
    {
#pragma acc atomic
      sum += i;
#pragma acc atomic capture
      got[i] = count++;
      int now;
#pragma acc atomic read
      now = most;
      if (now < 0)
        {
#pragma acc atomic write
          most = 5;
        }
    }
  CHECK (sum == N * (N - 1) / 2 && count == N && most == 0);
  int seen[N] = { 0 };
  for (int i = 0; i < N; i++)
    {
      CHECK (got[i] >= 0 && got[i] < N);
      seen[got[i]]++;
    }
  CHECK (is_line (seen, N, 1, 0));
}

/* Gangs alone execute what is outside of loops.  */
static void
redundant (void)
{
  int gangs = 0, count = 0;
#pragma acc parallel num_gangs(6) copy(gangs, count)
  {
#pragma acc atomic
    gangs++;
#pragma acc loop gang
    for (int i = 0; i < 60; i++)
      {
#pragma acc atomic
        count++;
      }
  }
  CHECK (gangs == (is_shared () ? 1 : 6));
  CHECK (count == 60);
}

int
main (void)
{
  levels ();
  nests ();
  atomics ();
  redundant ();
  return 0;
}
