/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O1 -g -fsanitize=thread" } */
/* { dg-require-effective-target tsan } */
/* { dg-skip-stock "the stock runtime does not speak to ThreadSanitizer" } */
/* { dg-threads "1 2 4 8" } */
/* { dg-not-output "ThreadSanitizer" } */
/* A program for ThreadSanitizer offloads, and is free of races only because of
   what the constructs for devices promise: target tasks that depend on each
   other and on tasks of the host, and such tasks that depend on them; copies
   for threads that share a mapping.  */

#include <stdlib.h>

#include "check.h"

#define N 64
#define ROUNDS 20

static int a[N], b[N];

static void
fill (int *x, int value)
{
  for (int i = 0; i < N; i++)
    x[i] = value;
}

static void
chain (int round)
{
#pragma omp task depend(out : a) firstprivate(round)
  fill (a, round);
#pragma omp target nowait map(a, b) depend(in : a) depend(out : b)
  for (int i = 0; i < N; i++)
    b[i] = a[i] + 1;
#pragma omp target nowait map(tofrom : b) depend(inout : b)
  for (int i = 0; i < N; i++)
    b[i] *= 2;
#pragma omp task depend(inout : b)
  for (int i = 0; i < N; i++)
    b[i]++;
#pragma omp taskwait depend(in : b)
  for (int i = 0; i < N; i++)
    CHECK (b[i] == 2 * (round + 1) + 1);
}

static void
data_tasks (int *x, int round)
{
#pragma omp task depend(out : x[0]) firstprivate(round)
  fill (x, round);
#pragma omp target enter data map(to : x[:N]) nowait depend(inout : x[0])
#pragma omp task depend(inout : x[0])
  fill (x, -1);
#pragma omp target nowait depend(inout : x[0])
  for (int i = 0; i < N; i++)
    x[i]++; /* { dg-check stale } */
#pragma omp target update from(x[:N]) nowait depend(inout : x[0])
#pragma omp task depend(inout : x[0])
  x[0]++;
#pragma omp target exit data map(delete : x[:N]) nowait depend(inout : x[0])
#pragma omp taskwait
  CHECK (x[0] == round + 2 && x[N - 1] == round + 1);
}

static void
waits (int *x, int round)
{
#pragma omp target nowait map(tofrom : x[:N])
  x[0] = round;
#pragma omp taskwait
  CHECK (x[0] == round);
#pragma omp taskgroup
  {
#pragma omp target nowait map(tofrom : x[:N])
    x[1] = round;
  }
  CHECK (x[1] == round);
}

static void
shared_mapping (void)
{
  int sum = 0;
  fill (a, 1);
#pragma omp target data map(tofrom : a)
#pragma omp parallel reduction(+ : sum)
  for (int round = 0; round < ROUNDS; round++)
    {
      int part = 0;
#pragma omp target map(tofrom : a, part)
      for (int i = 0; i < N; i++)
        part += a[i];
      sum += part;
    }
  CHECK (sum > 0 && sum % (N * ROUNDS) == 0);
}

int
main (void)
{
  int *x = malloc (N * sizeof (*x));
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < ROUNDS; round++)
    {
      chain (round);
      data_tasks (x, round);
      waits (x, round);
    }
  shared_mapping ();
  free (x);
  return 0;
}
