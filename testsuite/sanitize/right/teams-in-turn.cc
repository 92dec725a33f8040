// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-options "-g -fsanitize=thread" }
/* Teams that one thread runs one after the other.  Each has memory, tasks and
   regions of its own; atomic updates and reductions are shared.  The next
   region reads what all of them wrote.  */

#include <omp.h>
#include <vector>

static int
team_sum (int team)
{
  std::vector<int> own (100, team);
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 100; i++)
    sum += own[(unsigned)i];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 10; i++)
#pragma omp task shared(own)
    own[(unsigned)i]++;
  return sum + own[5];
}

int
main ()
{
  int a[8] = {}, count = 8, total = 0, sum = 0;
  for (int turn = 0; turn < 3; turn++)
    {
#pragma omp target map(tofrom : a, total) map(to : count)
#pragma omp teams num_teams(count)
      {
        int team = omp_get_team_num ();
        a[team] = team_sum (team);
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num () == 1)
#pragma omp atomic
          total += a[team];
      }
#pragma omp target teams distribute reduction(+ : sum) num_teams(4)            \
    map(tofrom : sum, a)
      for (int i = 0; i < 8; i++)
        sum += a[i];
    }
  return sum != total || a[1] != 102;
}
