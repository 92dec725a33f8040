/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host goes on with what regions with nowait are still to read or bring,
   in one line too early each.  */

#include <stdio.h>

#define N 100

int
main (void)
{
  int a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
#pragma omp target nowait map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i]++;
  int sum = a[5]; /* { dg-check race } */
#pragma omp taskwait
  sum += a[6];
#pragma omp target nowait map(to : a) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = a[i];
  sum += a[7];
  a[8] = 1;    /* { dg-check race } */
  sum += b[7]; /* { dg-check race } */
#pragma omp taskwait
  printf ("%d %d\n", sum, b[3]);
  return 0;
}
