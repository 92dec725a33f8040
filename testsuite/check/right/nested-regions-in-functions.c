/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions open data regions inside those of their callers, for the whole or a
   part of the same arrays.  */

#include <stdlib.h>

static int
sum (int *a, int n)
{
  int s = 0;
#pragma omp target data map(to : a[0 : n])
#pragma omp target map(tofrom : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

static void
fill (int *a, int n, int value)
{
#pragma omp target data map(from : a[0 : n])
#pragma omp target
  for (int i = 0; i < n; i++)
    a[i] = value;
}

int
main (void)
{
  int n = 50, *a = malloc ((size_t)n * sizeof (int)), bad = 0;
  fill (a, n, 1);
  bad |= a[49] != 1 || sum (a, n) != 50;
#pragma omp target data map(tofrom : a[0 : n])
  {
    fill (a, n, 2);
    bad |= sum (a, n) != 100;
    fill (a + 10, 10, 5);
    bad |= sum (a + 5, 10) != 35;
#pragma omp target update from(a[12 : 1])
    bad |= a[12] != 5;
  }
  bad |= a[0] != 2 || a[19] != 5;
#pragma omp target enter data map(to : a[0 : n])
  if (sum (a, n) != 130)
    bad = 1;
#pragma omp target exit data map(delete : a[0 : n])
  free (a);
  return bad;
}
