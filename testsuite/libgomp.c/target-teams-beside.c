/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Regions of several host threads at once, with different numbers of teams:
   every iteration of each region is run once.  */

#include "target-check.h"

#define N 1000
#define ROUNDS 30

static int
count_wrong (int teams)
{
  int hits[N], wrong = 0;
  for (int i = 0; i < N; i++)
    hits[i] = 0;
#pragma omp target teams distribute parallel for num_teams(teams) \
  map(tofrom: hits)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      hits[i]++;
    }
  for (int i = 0; i < N; i++)
    wrong += hits[i] != 1;
  return wrong;
}

int
main (void)
{
  static const int teams[] = { 1, 2, 4, 7 };
  int wrong = 0;
#pragma omp parallel for num_threads(4) schedule(static, 1) reduction(+: wrong)
  for (int t = 0; t < 4; t++)
    for (int round = 0; round < ROUNDS; round++)
      wrong += count_wrong (teams[t]);
  CHECK (wrong == 0);
  return 0;
}
