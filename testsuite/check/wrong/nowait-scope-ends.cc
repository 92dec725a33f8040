/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A function returns before the region that writes its variable has ended.  */

#include <cstdio>

static int
start (int k)
{
  int result = k; // { dg-check race }
#pragma omp target nowait map(tofrom : result)
  result *= 2;
  return k + 1;
}

int
main ()
{
  int k = start (3);
#pragma omp taskwait
  std::printf ("%d\n", k);
}
