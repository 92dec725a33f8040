/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Library functions write, on both sides, what the other side had changed.  */

#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int a[4] = { 0 }, sum = 0;
#pragma omp target data map(to : a)
  {
#pragma omp target
    for (int i = 0; i < 4; i++)
      a[i] = 100;
    sscanf ("1 2 3 4", "%d %d %d %d", &a[0], &a[1], &a[2], &a[3]);
    for (int i = 0; i < 4; i++)
      sum += a[i];
#pragma omp target update to(a)
    sscanf ("5 6 7 8", "%d %d %d %d", &a[0], &a[1], &a[2], &a[3]);
#pragma omp target map(tofrom : sum)
    {
      sscanf ("9 9 9 9", "%d %d %d %d", &a[0], &a[1], &a[2], &a[3]);
      for (int i = 0; i < 4; i++)
        sum += a[i];
    }
  }
  return sum != 10 + 36;
}
