/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Critical inside of each team: with a name, without one, and nested.  */

#include <omp.h>

int
main (void)
{
  int sums[4] = { 0 }, counts[4] = { 0 };
#pragma omp target teams num_teams(4) map(tofrom : sums, counts)
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 10; i++)
    {
#pragma omp critical
      {
        sums[omp_get_team_num ()]++;
#pragma omp critical(counts)
        counts[omp_get_team_num ()]++;
      }
    }
  return sums[3] != 20 || counts[0] != 20;
}
