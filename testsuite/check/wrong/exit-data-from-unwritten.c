/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What was entered as alloc goes back whole; one element was not written.  */

#include <stdio.h>

struct state
{
  double energy[8];
  int steps;
};

int
main (void)
{
  struct state s;
#pragma omp target enter data map(alloc : s)
#pragma omp target
  for (int i = 0; i < 8; i++)
    s.energy[i] = i / 2.;
#pragma omp target exit data map(from : s)
  printf ("%g\n", s.energy[7]);
  printf ("%d\n", s.steps); /* { dg-check unwritten } */
  return 0;
}
