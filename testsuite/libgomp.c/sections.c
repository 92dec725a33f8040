/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Each section runs once; lastprivate comes from the last one.  */

#include <omp.h>

#include "check.h"

int
main (void)
{
  int runs[5] = { 0 }, last = 0, sum = 0;

#pragma omp parallel
  for (int round = 0; round < 50; round++)
    {
#pragma omp sections lastprivate(last) reduction(+ : sum)
      {
#pragma omp section
        runs[0]++, sum += 1, last = 1;
#pragma omp section
        runs[1]++, sum += 10, last = 2;
#pragma omp section
        runs[2]++, sum += 100, last = 3;
      }
      CHECK (last == 3);
#pragma omp barrier
#pragma omp sections nowait
      {
#pragma omp section
#pragma omp atomic
        runs[3]++;
      }
    }
  CHECK (runs[0] == 50 && runs[1] == 50 && runs[2] == 50 && runs[3] == 50);
  CHECK (sum == 50 * 111);

#pragma omp parallel sections
  {
#pragma omp section
    runs[4] += 1;
  }
  CHECK (runs[4] == 1);
  return 0;
}
