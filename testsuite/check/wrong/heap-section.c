/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections are longer than the blocks of the heap that they begin in, or than
   the variable behind a pointer.  */
/* { dg-check bounds 16 } */
/* { dg-check bounds 29 } */
/* { dg-check bounds 37 } */

#include <stdlib.h>

static int table[50];

static int
sum_of (const int *a, int n)
{
  int sum = 0;
#pragma omp target map(to : a[0 : n]) map(tofrom : sum)
  for (int i = 0; i < 50; i++)
    sum += a[i];
  return sum;
}

int
main (void)
{
  int n = 50, sum = 0;
  int *a = malloc (n * sizeof (int)), *b = calloc (n, sizeof (int));
  for (int i = 0; i < n; i++)
    a[i] = table[i] = 1;
#pragma omp target map(to : a[0 : n + 1]) map(tofrom : sum)
  sum += a[0];
#pragma omp target data map(to : b[10 : n]) /* { dg-check bounds } */
  {
  }
  a = realloc (a, 2 * n * sizeof (int));
  for (int i = 0; i < 2 * n; i++)
    a[i] = 1;
#pragma omp target enter data map(to : a[0 : 2 * n + 2])
#pragma omp target exit data map(release : a[0 : 2 * n + 2])
  sum += sum_of (table, n + 3);
  free (a);
  free (b);
  return sum != 51;
}
