/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Arrays of variable length: mapped, private, and in the region.  */

static int __attribute__ ((noinline)) work (int n)
{
  int a[n], b[n][3], sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target map(to : a) map(from : b) map(tofrom : sum)
  {
    int c[n];
    for (int i = 0; i < n; i++)
      {
        c[i] = a[i];
        for (int j = 0; j < 3; j++)
          b[i][j] = c[i] * j;
      }
    for (int i = 0; i < n; i++)
      sum += c[i];
  }
  return sum + b[n - 1][2];
}

int
main (void)
{
  return work (10) != 63 || work (3) != 7 || work (50) != 1225 + 98;
}
