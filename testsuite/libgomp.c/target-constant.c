/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* GCC maps a constant that a region uses as tofrom.  The host cannot write it:
   the end of the region must not try.  */

#include "check.h"

static const int table[4] = { 1, 2, 3, 4 };
static const struct
{
  double weight[2];
  char name[8];
} limits = { { 0.5, 2 }, "limits" };

int
main (void)
{
  volatile int one = 1;
  double sum = 0;
  char letter = 0;
#pragma omp target map(tofrom : sum, letter)
  {
    for (int i = 0; i < 4; i++)
      sum += table[(i + one) % 4] * limits.weight[one];
    letter = limits.name[one];
  }
  CHECK (sum == 20);
  CHECK (letter == 'i');
  return 0;
}
