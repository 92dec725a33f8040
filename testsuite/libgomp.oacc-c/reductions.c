/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions: operators, types, levels.  */

#include "check.h"

#define N 100

static int a[N];

static void
operators (void)
{
  int sum = 3, product = 2, most = -5, least = 500, all = ~0, any = 0, odd = 0;
  int truth = 1, found = 0;
  double d = 0.5;
  float f = 1;
  long long wide = 1LL << 40;
  for (int i = 0; i < N; i++)
    a[i] = i % 7;
#pragma acc parallel loop reduction(+ : sum, d, wide) reduction(* : product)   \
    reduction(max : most) reduction(min : least)
  for (int i = 0; i < N; i++)
    {
      sum += a[i];
      d += a[i];
      wide += i;
      if (i < 10)
        product *= 2;
      most = most > i ? most : i;
      least = least < i ? least : i;
    }
  CHECK (sum == 3 + 295 && d == 295.5 && product == 2048);
  CHECK (wide == (1LL << 40) + N * (N - 1) / 2);
  CHECK (most == N - 1 && least == 0);
#pragma acc parallel loop reduction(& : all) reduction(| : any)                \
    reduction(^ : odd) reduction(&& : truth) reduction(|| : found)
  for (int i = 0; i < N; i++)
    {
      all &= ~(i & 12);
      any |= i;
      odd ^= i;
      truth = truth && i >= 0;
      found = found || i == 57;
    }
  CHECK (all == ~12 && any == 127 && odd == 0 && truth == 1 && found == 1);
#pragma acc parallel loop gang vector reduction(+ : f)
  for (int i = 0; i < N; i++)
    f += 0.5f;
  CHECK (f == 51);
}

static void
levels (void)
{
  int sum = 0, rows[10];
#pragma acc parallel loop gang copyout(rows) reduction(+ : sum)
  for (int j = 0; j < 10; j++)
    {
      int row = 0;
#pragma acc loop worker vector reduction(+ : row)
      for (int i = 0; i < N; i++)
        row += i * j;
      rows[j] = row;
      sum += row;
    }
  CHECK (is_line (rows, 10, 0, N * (N - 1) / 2));
  CHECK (sum == 45 * N * (N - 1) / 2);
  sum = 1;
#pragma acc parallel loop worker reduction(+ : sum) num_gangs(1) num_workers(8)
  for (int i = 0; i < N; i++)
    sum += i;
  CHECK (sum == 1 + N * (N - 1) / 2);
  sum = 1;
#pragma acc parallel loop vector reduction(+ : sum) num_gangs(1)
  for (int i = 0; i < N; i++)
    sum += i;
  CHECK (sum == 1 + N * (N - 1) / 2);
  sum = 0;
#pragma acc parallel num_gangs(5) reduction(+ : sum)
  sum += 1;
  CHECK (sum == (is_shared () ? 1 : 5));
  sum = 0;
#pragma acc kernels loop reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += i;
  CHECK (sum == N * (N - 1) / 2);
  sum = 0;
#pragma acc serial loop reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += i;
  CHECK (sum == N * (N - 1) / 2);
}

int
main (void)
{
  operators ();
  levels ();
  return 0;
}
