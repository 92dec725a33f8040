/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A residual is read on the host without an update.  */

#include <stdlib.h>


int
main (void)
{
  double r[1] = { 100 };
  int steps = 0;
#pragma omp target data map(tofrom : r)
  do
    {
#pragma omp target
      r[0] /= 2;
    }
  while (r[0] > 1 && ++steps < 10); /* { dg-check lost } */
  return steps != 10;
}
