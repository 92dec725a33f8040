/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions of a scalar and an array section over teams and threads.  */

int
main (void)
{
  int sum = 10, most = 0, bins[4] = { 1, 1, 1, 1 };
#pragma omp target teams distribute parallel for map(tofrom : sum, most, bins)\
    reduction(+ : sum, bins[0 : 4]) reduction(max : most) num_teams(3)
  for (int i = 0; i < 100; i++)
    {
      sum += i;
      bins[i % 4]++;
      most = most < i ? i : most;
    }
#pragma omp target map(tofrom : sum)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum++;
  return sum != 4970 || most != 99 || bins[0] != 26 || bins[3] != 26;
}
