/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Teams of a league change an object by atomic operations and a reduction, and
   chunks of an array that belong to one team each.  In each team a critical
   construct protects what belongs to the team.  */

#include <omp.h>

#define CHECK(what) if (!(what)) __builtin_abort ()

struct result
{
  int count = 0, sum = 0, part[4] = {};
  void
  take (int n)
  {
#pragma omp atomic
    count += n;
  }
};

int
main ()
{
  result r;
  int a[100] = {}, sum = 0;
#pragma omp target teams distribute num_teams(4) map(tofrom : a, r)            \
    reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    {
      a[i] = i;
      sum += a[i];
      r.take (1);
    }
#pragma omp target teams num_teams(4) map(tofrom : r)
#pragma omp parallel num_threads(2)
  {
#pragma omp critical(part)
    r.part[omp_get_team_num ()]++;
  }
  CHECK (r.count == 100 && sum == 4950 && a[99] == 99);
  CHECK (r.part[0] == 2 && r.part[3] == 2);
  return 0;
}
