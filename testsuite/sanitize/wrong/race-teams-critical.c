/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Critical excludes the threads of one team, and not those of another one.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int
main (void)
{
  int sum = 0, parts[8] = { 0 };
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : sum, parts)
#pragma omp teams num_teams(4)
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      sum++; /* { dg-report "data race" } */
#pragma omp critical(parts)
      parts[0]++; /* { dg-report "data race" } */
    }
  return sum == 0;
}
