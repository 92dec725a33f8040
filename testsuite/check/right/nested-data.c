/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data regions in data regions, always, delete and release.  */

#include <stdlib.h>

#define N 30

static void __attribute__ ((noinline)) add (int *a, int value)
{
#pragma omp target data map(tofrom : a[0 : N])
#pragma omp target firstprivate(value)
  for (int i = 0; i < N; i++)
    a[i] += value;
}

int
main (void)
{
  int *a = calloc (N, sizeof (int)), bad = 0;
  add (a, 1);
#pragma omp target data map(to : a[0 : N])
  {
    add (a, 2);
#pragma omp target map(always, from : a[0 : N])
    a[0]++;
    bad |= a[0] != 4 || a[1] != 3;
    a[1] = 10;
#pragma omp target map(always, to : a[0 : N])
    a[1]++;
#pragma omp target update from(a[1 : 1])
    bad |= a[1] != 11;
  }
#pragma omp target enter data map(to : a[0 : N])
#pragma omp target enter data map(to : a[0 : N])
  add (a, 5);
#pragma omp target exit data map(release : a[0 : N])
#pragma omp target update from(a[0 : N])
#pragma omp target exit data map(delete : a[0 : N])
  bad |= a[0] != 9 || a[1] != 16 || a[2] != 8;
  free (a);
  return bad;
}
