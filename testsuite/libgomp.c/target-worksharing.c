/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Constructs and clauses of OpenMP 5.0 and 5.1 that share work, in regions.  */

#include "target-check.h"

enum
{
  N = 64
};

/* Element I is I.  */
static void
fill (int *a)
{
  for (int i = 0; i < N; i++)
    a[i] = i;
}

static void
loops (void)
{
  int a[N], sum = 0;

  fill (a);
#pragma omp target teams loop bind(teams) map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] += 1;
#pragma omp target parallel loop bind(parallel) map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] += 2;
#pragma omp target map(tofrom : a)
#pragma omp loop bind(thread)
  for (int i = 0; i < N; i++)
    a[i] += 3;
#pragma omp target teams distribute parallel for order(concurrent) map(tofrom  \
                                                                       : a)
  for (int i = 0; i < N; i++)
    a[i] += 4;
#pragma omp target parallel for simd nontemporal(a) reduction(+ : sum)         \
    map(tofrom : a, sum)
  for (int i = 0; i < N; i++)
    {
      a[i] += 5;
      sum += a[i];
    }
  CHECK (sum == N * (N - 1) / 2 + 15 * N);
  CHECK (a[0] == 15 && a[N - 1] == N + 14);
}

/* Sums up to each element, with and without it.  */
static void
scans (void)
{
  int a[N], with[N], without[N], sum = 0;

  fill (a);
#pragma omp target map(to : a) map(from : with) map(tofrom : sum)
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < N; i++)
    {
      sum += a[i];
#pragma omp scan inclusive(sum)
      with[i] = sum;
    }
  CHECK (sum == N * (N - 1) / 2);
  sum = 0;
#pragma omp target map(to : a) map(from : without) map(tofrom : sum)
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < N; i++)
    {
      without[i] = sum;
#pragma omp scan exclusive(sum)
      sum += a[i];
    }
  for (int i = 0; i < N; i++)
    CHECK (with[i] == i * (i + 1) / 2 && without[i] == i * (i - 1) / 2);
}

static void
scopes (void)
{
  int threads = 0, sum = 0, from[4] = { 0 };

#pragma omp target map(tofrom : threads, sum, from)
#pragma omp parallel num_threads(4)
  {
#pragma omp scope reduction(+ : sum)
    sum += 1;
#pragma omp single
    threads = omp_get_num_threads ();
#pragma omp nothing
#pragma omp masked filter(threads - 1)
    from[omp_get_thread_num ()] = sum;
  }
  CHECK (sum == threads && from[threads - 1] == threads);
}

static void
atomics (void)
{
  int x = 3, least = 100, old = -1, changed = 0;

#pragma omp target map(tofrom : x, least, old, changed)
  {
#pragma omp parallel for
    for (int i = N; i > 0; i--)
      {
#pragma omp atomic compare
        least = i < least ? i : least;
      }
#pragma omp atomic compare capture fail(relaxed) seq_cst
    {
      old = x;
      if (x == 3)
        {
          x = 9;
        }
    }
#pragma omp atomic compare capture
    {
      changed = x == 3;
      if (changed)
        {
          x = 1;
        }
    }
  }
  CHECK (least == 1 && old == 3 && x == 9 && !changed);
}

/* Iterations that wait for earlier ones.  */
static void
doacross (void)
{
  int a[N];

  fill (a);
#pragma omp target parallel for ordered(1) map(tofrom : a)
  for (int i = 1; i < N; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      a[i] += a[i - 1];
#pragma omp ordered depend(source)
    }
  CHECK (a[N - 1] == N * (N - 1) / 2);
}

static void
allocations (void)
{
  int sum = 0, part = 2;

#pragma omp target map(tofrom : sum) map(to : part)
#pragma omp parallel num_threads(4) firstprivate(part)                         \
    allocate(omp_default_mem_alloc : part) reduction(+ : sum)
  {
    part += omp_get_thread_num () == 0;
    sum += part;
  }
  CHECK (sum >= 3 && sum % 2 == 1);
}

int
main (void)
{
  loops ();
  scans ();
  scopes ();
  atomics ();
  doacross ();
  allocations ();
  return 0;
}
