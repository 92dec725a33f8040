/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The columns of a sparse matrix are mapped with the number of its rows.  */

#include <stdio.h>
#include <stdlib.h>

struct matrix
{
  int rows, *start, *column;
  double *value;
};

int
main (void)
{
  struct matrix m = { .rows = 10 };
  m.start = malloc (11 * sizeof (int));
  m.column = malloc (20 * sizeof (int));
  m.value = malloc (20 * sizeof (double));
  for (int i = 0; i <= 10; i++)
    m.start[i] = 2 * i;
  for (int i = 0; i < 20; i++)
    {
      m.column[i] = i % 10;
      m.value[i] = i;
    }
  double x[10], y[10];
  for (int i = 0; i < 10; i++)
    x[i] = 1;
  int *start = m.start, *column = m.column, rows = m.rows;
  double *value = m.value;
#pragma omp target teams distribute parallel for                             \
    map(to : start[0 : rows + 1], column[0 : rows], value[0 : 20], x)         \
    map(from : y)
  for (int i = 0; i < rows; i++)
    {
      y[i] = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
        y[i] += value[k] * x[column[k] & 7]; /* { dg-check bounds } */
    }
  printf ("%g\n", y[1]);
  free (m.start);
  free (m.column);
  free (m.value);
  return 0;
}
