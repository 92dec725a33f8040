/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Recursive tasks: with and without waits, deep and wide, in nested regions;
   every task runs once.  */

#include "check.h"

#include <omp.h>

static long
fib (int n)
{
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a) final(n < 8)
  a = fib (n - 1);
#pragma omp task shared(b) if (n % 5 != 0)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

/* Solutions of the queens problem below a partial board.  */
static int
queens (int size, int row, const char *board)
{
  if (row == size)
    return 1;
  int found[16] = { 0 };
  char next[16][16];
  for (int column = 0; column < size; column++)
    {
      int free = 1;
      for (int r = 0; r < row; r++)
        {
          next[column][r] = board[r];
          int d = board[r] - column;
          free = free && d != 0 && d != row - r && d != r - row;
        }
      if (!free)
        continue;
      next[column][row] = (char)column;
#pragma omp task shared(found, next) firstprivate(column)
      found[column] = queens (size, row + 1, next[column]);
    }
#pragma omp taskwait
  int sum = 0;
  for (int column = 0; column < size; column++)
    sum += found[column];
  return sum;
}

static long visited;

/* Nobody waits for the children but the region's end.  */
static void
tree (int depth)
{
#pragma omp atomic
  visited++;
  for (int i = 0; depth > 0 && i < 3; i++)
    {
#pragma omp task firstprivate(depth)
      tree (depth - 1);
    }
}

static void
chain (int length)
{
#pragma omp atomic
  visited++;
  if (length > 0)
    {
#pragma omp task firstprivate(length)
      chain (length - 1);
    }
}

int
main (void)
{
  long f = 0;
  int q = 0;
#pragma omp parallel
  {
#pragma omp single nowait
    f = fib (18);
#pragma omp single
    q = queens (8, 0, "");
  }
  CHECK (f == 2584);
  CHECK (q == 92);

#pragma omp parallel
#pragma omp single
  tree (8);
  CHECK (visited == 9841);

  visited = 0;
#pragma omp parallel
  {
    chain (1000);
#pragma omp barrier
#pragma omp single
    CHECK (visited == 1001L * omp_get_num_threads ());
  }

  omp_set_max_active_levels (2);
  f = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 8; i++)
    {
#pragma omp task
      {
        long inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
        inner = fib (10);
#pragma omp atomic
        f += inner;
      }
    }
  CHECK (f == 8 * 55);

  /* Outside any region.  */
  CHECK (fib (12) == 144);
  return 0;
}
