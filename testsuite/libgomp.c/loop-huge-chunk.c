/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loops near the limits of unsigned long long and long, and chunks that no
   signed number holds.  */
/* { dg-do run } */
/* { dg-skip-stock "goes past the bound" } */
/* { dg-threads "1 2 3 8" } */

#include <limits.h>
#include <omp.h>

#include "check.h"

typedef unsigned long long ull;
static ull sum;
static int calls;

static void
add (ull i)
{
#pragma omp atomic
  sum += i;
#pragma omp atomic
  calls++;
}

static void
expect (ull wanted, int count)
{
  CHECK (sum == wanted && calls == count);
  sum = 0;
  calls = 0;
}

int
main (void)
{
  ull chunk = ULLONG_MAX - 3;
  int who[10];
#pragma omp parallel for schedule(dynamic, chunk)
  for (ull i = 5; i < 15; i++)
    {
      add (i);
      who[i - 5] = omp_get_thread_num ();
    }
  expect (95, 10);
  for (int i = 1; i < 10; i++)
    CHECK (who[i] == who[0]);
#pragma omp parallel for schedule(guided, chunk)
  for (ull i = ULLONG_MAX; i > ULLONG_MAX - 10; i--)
    add (ULLONG_MAX - i);
  expect (45, 10);
#pragma omp parallel for schedule(static, chunk) ordered
  for (ull i = 0; i < 10; i++)
    {
#pragma omp ordered
      add (i);
      CHECK (omp_get_thread_num () == 0);
    }
  expect (45, 10);
#pragma omp parallel for schedule(dynamic, 3)
  for (ull i = 0; i < ULLONG_MAX - ULLONG_MAX / 8; i += ULLONG_MAX / 8)
    add (1);
  expect (8, 8);
#pragma omp parallel for schedule(dynamic, LONG_MAX)
  for (long i = LONG_MIN; i < LONG_MAX - LONG_MAX / 4; i += LONG_MAX / 4)
    add (1);
  expect (8, 8);
#pragma omp parallel for schedule(guided, LONG_MAX)
  for (long i = LONG_MAX; i > LONG_MIN + LONG_MAX / 4; i -= LONG_MAX / 4)
    add (1);
  expect (8, 8);
#pragma omp parallel for schedule(nonmonotonic : dynamic, 2)
  for (long i = 3; i > 3; i--)
    add (1);
  expect (0, 0);
  return 0;
}
