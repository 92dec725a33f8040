/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region has what another one, which nothing orders before it, brings.  */

#include <stdio.h>

#define N 100

static int a[N], b[N];

int
main (void)
{
#pragma omp target nowait map(from : a)
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target map(to : a) map(from : b) /* { dg-check race } */
  for (int i = 0; i < N; i++)
    b[i] = a[i] = i;
#pragma omp taskwait
  printf ("%d\n", b[3]);
  return 0;
}
