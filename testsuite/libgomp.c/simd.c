/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4" } */
/* Constructs that need no entry point, mixed with those that do: simd with each
   clause, functions and variants for simd, default data-sharing.  */

#include <omp.h>

#include "check.h"

#define N 200

#pragma omp declare simd uniform(base) linear(i : 1) simdlen(4) notinbranch
static double
element (const double *base, int i)
{
  return base[i] + i;
}

static int
in_region (int x)
{
  return 2 * x + 1;
}

#pragma omp declare variant(in_region) match(construct = { parallel })
static int
twice (int x)
{
  return 2 * x;
}

static void
vectors (void)
{
  _Alignas(64) static double a[N], b[N];
  int place = 3, offset = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel for simd default(none) shared(a, b) linear(place : 2)     \
    aligned(a, b : 64) safelen(8) simdlen(4) nontemporal(b)
  for (int i = 0; i < N; i++)
    {
      b[i] = element (a, i) + place;
      place += 2;
    }
  CHECK (place == 3 + 2 * N);
  for (int i = 0; i < N; i++)
    CHECK (b[i] == 4 * i + 3);
#pragma omp parallel for linear(offset : 5) schedule(dynamic, 7)
  for (int i = 0; i < N; i++)
    {
      CHECK (offset == 5 * i);
      offset += 5;
    }
  CHECK (offset == 5 * N);
}

static void
sharing (void)
{
  int own = 4, sum = 0;
#pragma omp parallel default(firstprivate) reduction(+ : sum)
  {
    own += omp_get_thread_num ();
    sum += own - omp_get_thread_num ();
  }
  CHECK (own == 4 && sum % 4 == 0 && sum > 0);
}

int
main (void)
{
  vectors ();
  sharing ();
  int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
  inside += twice (5) == 11;
  CHECK (inside >= 1 && twice (5) == 10);
  return 0;
}
