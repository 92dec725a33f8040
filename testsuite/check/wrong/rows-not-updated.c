/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Of one array fewer rows are updated than of the other.  */

#include <stdio.h>

int
main (void)
{
  int a[8][16], wide[8][16], bad = 0;
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 16; k++)
      a[i][k] = wide[i][k] = 0;
#pragma omp target data map(to : a, wide)
  {
#pragma omp target
    for (int i = 0; i < 8; i++)
      for (int k = 0; k < 16; k++)
        a[i][k] = wide[i][k] = i + k + 1;
#pragma omp target update from(a[0 : 8][0 : 16], wide[0 : 4][0 : 16])
    for (int i = 0; i < 8; i++)
      {
        bad |= a[i][5] != i + 6;
        bad |= wide[i][0] != i + 1; /* { dg-check lost } */
      }
  }
  printf ("%d\n", bad);
  return 0;
}
