/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What was left out once is written by a later region, by a copy or by who gets
   the memory next.  */

#include <stdlib.h>
#include <string.h>

#define N 512

static int
sum (void)
{
  int local[N], total = 0;
  memset (local, 0, sizeof (local));
#pragma omp target map(from : local)
  for (int i = 0; i < N; i++)
    local[i] = i;
  for (int i = 0; i < N; i++)
    total += local[i];
  return total;
}

static int
half (void)
{
  int local[N], total = 0;
#pragma omp target map(from : local)
  for (int i = 0; i < N / 2; i++)
    local[i] = i;
  for (int i = 0; i < N / 2; i++)
    total += local[i];
  return total;
}

static int
none (void)
{
  volatile char fill[N * 4];
  int total = 0;
  for (int i = 0; i < N * 4; i++)
    fill[i] = 0;
  for (int i = 0; i < N * 4; i++)
    total += fill[i];
  return total;
}

int
main (void)
{
  int bad = half () != N / 2 * (N / 2 - 1) / 2 || none () != 0
            || sum () != N * (N - 1) / 2;
  int *a = malloc (N * sizeof (int));
#pragma omp target enter data map(alloc : a[0 : N])
#pragma omp target
  a[0] = 0;
#pragma omp target update from(a[0 : N])
#pragma omp target
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target exit data map(from : a[0 : N])
  for (int i = 0; i < N; i++)
    bad |= a[i] != i;
#pragma omp target map(from : a[0 : N])
  a[0] = 0;
  free (a);
  int *b = calloc (N, sizeof (int));
  for (int i = 0; i < N; i++)
    bad |= b[i] != 0;
  free (b);
  return bad;
}
