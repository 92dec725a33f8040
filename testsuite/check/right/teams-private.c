/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Private and reduction variables of teams and threads.  */

int
main (void)
{
  int a[64], sum = 0, first = 5;
#pragma omp target teams distribute parallel for reduction(+ : sum)           \
    map(from : a) map(tofrom : sum) firstprivate(first) num_teams(4)
  for (int i = 0; i < 64; i++)
    {
      int own[4] = { i, i, i, i };
      a[i] = own[i % 4] + first;
      sum += own[3];
    }
  int bad = sum != 64 * 63 / 2;
  for (int i = 0; i < 64; i++)
    bad |= a[i] != i + 5;
  return bad;
}
