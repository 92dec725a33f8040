/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The N-th Fibonacci number by tasks, two in each: work that spreads over the
   team.  */

#ifndef TEST_FIB_H
#define TEST_FIB_H

static int
fib (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib (n - 1);
#pragma omp task shared(y)
  y = fib (n - 2);
#pragma omp taskwait
  return x + y;
}

#endif
