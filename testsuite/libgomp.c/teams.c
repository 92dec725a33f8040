/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Teams on the host: the league, distribute, and the parallel regions of
   teams.  */

#include <omp.h>

#include "check.h"

int
main (void)
{
  int leagues = 0, seen[100] = { 0 }, members = 0;

#pragma omp teams num_teams(3) thread_limit(2)
  {
    CHECK (omp_get_num_teams () <= 3 && omp_get_num_teams () >= 1);
    CHECK (omp_get_team_num () < omp_get_num_teams ());
#pragma omp parallel
    {
      CHECK (omp_get_thread_limit () <= 2);
#pragma omp master
#pragma omp atomic
      leagues++;
#pragma omp atomic
      members++;
    }
#pragma omp distribute
    for (int i = 0; i < 100; i++)
#pragma omp atomic
      seen[i]++;
  }
  CHECK (leagues >= 1 && leagues <= 3 && members <= 2 * leagues);
  for (int i = 0; i < 100; i++)
    CHECK (seen[i] == 1);

#pragma omp teams distribute parallel for
  for (int i = 0; i < 100; i++)
#pragma omp atomic
    seen[i]++;
  for (int i = 0; i < 100; i++)
    CHECK (seen[i] == 2);
  CHECK (omp_get_num_teams () == 1 && omp_get_team_num () == 0);
  return 0;
}
