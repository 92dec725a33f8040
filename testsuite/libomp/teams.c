/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Teams on the host, and loops that are distributed among them.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>
#include <string.h>

#include "../libgomp.c/check.h"

static int seen[100];

static void
each_once (void)
{
  for (int i = 0; i < 100; i++)
    CHECK (seen[i] == 1);
  memset (seen, 0, sizeof (seen));
}

int
main (void)
{
  int sum = 0, teams = 0;
#pragma omp teams num_teams(3) thread_limit(2) reduction(+ : sum)
  {
    CHECK (omp_get_num_teams () == 3);
    CHECK (omp_get_thread_limit () == 2);
    sum += 1 << omp_get_team_num ();
  }
  CHECK (sum == 7);
#pragma omp teams reduction(+ : teams)
  teams++;
  CHECK (teams == 1);
#pragma omp teams distribute num_teams(3)
  for (int i = 0; i < 100; i++)
    seen[i]++;
  each_once ();
#pragma omp teams distribute num_teams(3) dist_schedule(static, 7)
  for (unsigned long i = 100; i > 0; i--)
    seen[i - 1]++;
  each_once ();
#pragma omp teams distribute parallel for num_teams(2)
  for (int i = 0; i < 100; i++)
    seen[i]++;
  each_once ();
#pragma omp teams distribute parallel for num_teams(4) schedule(dynamic, 3)    \
    dist_schedule(static, 10)
  for (int i = 99; i >= 0; i--)
    seen[i]++;
  each_once ();
#pragma omp teams distribute parallel for num_teams(2) schedule(static, 1)
  for (unsigned i = 0; i < 100; i++)
    seen[i]++;
  each_once ();
  int last = -1;
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for lastprivate(last)
  for (int i = 0; i < 100; i++)
    {
      seen[i]++;
      last = i;
    }
  each_once ();
  CHECK (last == 99);
  return 0;
}
