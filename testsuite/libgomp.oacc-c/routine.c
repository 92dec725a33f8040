/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions for the device, at each level, and in another file.  */
/* { dg-additional-sources "routine-other.c" } */

#include "check.h"

#define N 128

#pragma acc routine seq
static int
plus (int a, int b)
{
  return a + b;
}

#pragma acc routine vector
static void
fill_vector (int *a, int n, int value)
{
#pragma acc loop vector
  for (int i = 0; i < n; i++)
    a[i] = value + i;
}

#pragma acc routine worker
static void
fill_worker (int *a, int n, int value)
{
#pragma acc loop worker
  for (int i = 0; i < n; i++)
    a[i] = value - i;
}

#pragma acc routine gang
static void
fill_gang (int *a, int n, int value)
{
#pragma acc loop gang worker vector
  for (int i = 0; i < n; i++)
    a[i] = value * i;
}

int later (int n);
#pragma acc routine(later) seq

#pragma acc routine seq
extern int other (int n);

int
main (void)
{
  int a[N], b[8][N];
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < N; i++)
    a[i] = plus (i, 5) + later (i) + other (i);
  CHECK (is_line (a, N, 5 + 7, 1 + 2 + 3));
#pragma acc parallel loop gang copyout(b)
  for (int j = 0; j < 8; j++)
    fill_vector (b[j], N, j);
  for (int j = 0; j < 8; j++)
    CHECK (is_line (b[j], N, j, 1));
#pragma acc parallel loop gang copyout(b) num_workers(2)
  for (int j = 0; j < 8; j++)
    fill_worker (b[j], N, j);
  for (int j = 0; j < 8; j++)
    CHECK (is_line (b[j], N, j, -1));
#pragma acc parallel copyout(a)
  fill_gang (a, N, 4);
  CHECK (is_line (a, N, 0, 4));
  return 0;
}

int
later (int n)
{
  return 2 * n;
}
