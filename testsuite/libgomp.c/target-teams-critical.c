/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Where regions run on CPUs, critical excludes the threads of all teams, which
   no program may rely on.  */

#include "target-check.h"

int
main (void)
{
  int count = 0, teams = 0;

#pragma omp target teams num_teams(6) map(tofrom: count, teams)
  {
    if (omp_get_team_num () == 0)
      teams = omp_get_num_teams ();
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 100; i++)
      {
#pragma omp critical
        count++;
      }
  }
  CHECK (count % 100 == 0 && count >= 100 * teams);
  return 0;
}
