/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Teams that one thread runs one after the other: the host does not know their
   number.  They add to one variable.  */

int
main (void)
{
  int count = 4, sum = 0;
#pragma omp target map(tofrom : sum) map(to : count)
#pragma omp teams num_teams(count)
  sum++; /* { dg-report "data race" } */
  return sum == -1;
}
