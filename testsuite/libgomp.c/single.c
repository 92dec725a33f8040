/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* One thread runs a single region; copyprivate gives its values to all.  */

#include <omp.h>

#include "check.h"

int
main (void)
{
  int runs = 0, masters = 0;

#pragma omp parallel
  for (int round = 0; round < 100; round++)
    {
      int value = -1;
      double more[3] = { 0 };
#pragma omp single copyprivate(value, more)
      {
        runs++;
        value = round;
        more[2] = round / 2.0;
      }
      CHECK (value == round && more[2] == round / 2.0);
#pragma omp barrier
#pragma omp master
      masters++;
    }
  CHECK (runs == 100 && masters == 100);
  return 0;
}
