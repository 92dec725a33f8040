/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Each team writes its element in the first of two parallel regions, and that
   of its neighbour in the second.  Inside a team the barriers order them.  */

#include <omp.h>

int
main (void)
{
  int a[5] = { 0 }, count = 4;
#pragma omp target map(tofrom : a) map(to : count)
#pragma omp teams num_teams(count)
  {
    int team = omp_get_team_num ();
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num () == 1)
      a[team] = team; /* { dg-report "data race" } */
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num () == 1)
      a[team + 1] = team; /* { dg-report "data race" } */
  }
  return a[4] != 3;
}
