/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data region is in the caller; the table that the callee uses is entered
   for another length.  */

#include <stdio.h>
#include <stdlib.h>

static double *table;
static int entries;

static void
load (int n)
{
  entries = n;
  table = malloc ((size_t)n * sizeof (double));
  for (int i = 0; i < n; i++)
    table[i] = i * i;
#pragma omp target enter data map(to : table[0 : n - 4])
}

static double
interpolate (double x)
{
  double y = 0;
#pragma omp target map(tofrom : y)
  {
    int i = (int)x;
    y = table[i] + (x - i) * (table[i + 1] - table[i]); /* { dg-check bounds } */
  }
  return y;
}

int
main (void)
{
  load (20);
  double y = interpolate (3.5) + interpolate (15.5);
  printf ("%d\n", y > 0);
#pragma omp target exit data map(delete : table[0 : entries - 4])
  free (table);
  return 0;
}
