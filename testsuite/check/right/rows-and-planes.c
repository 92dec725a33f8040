/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Columns, planes and every second element are updated and used.  */

int
main (void)
{
  static int a[6][8][10];
  int line[40], bad = 0;
  for (int i = 0; i < 40; i++)
    line[i] = 0;
#pragma omp target data map(to : a, line)
  {
#pragma omp target
    {
      for (int i = 0; i < 6; i++)
        for (int k = 0; k < 8; k++)
          for (int m = 0; m < 10; m++)
            a[i][k][m] = 100 * i + 10 * k + m;
      for (int i = 0; i < 40; i++)
        line[i] = i;
    }
    for (int i = 1; i < 5; i++)
      {
#pragma omp target update from(a[i][2 : 3][0 : 10])
      }
#pragma omp target update from(line[0 : 10], line[30 : 10])
    for (int i = 1; i < 5; i++)
      for (int k = 2; k < 5; k++)
        bad |= a[i][k][5] != 100 * i + 10 * k + 5 || a[i][k][6] % 10 != 6;
    bad |= line[9] != 9 || line[30] != 30;
    for (int i = 10; i < 30; i++)
      line[i] = -1;
#pragma omp target update to(line[10 : 20])
#pragma omp target map(tofrom : bad)
    for (int i = 0; i < 40; i++)
      bad |= line[i] != (i < 10 || i >= 30 ? i : -1);
  }
  return bad;
}
