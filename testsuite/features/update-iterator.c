/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Motion clauses with iterators.  { since 16 } */
#include <omp.h>

enum
{
  ROWS = 4,
  COLUMNS = 8
};

/* Nothing but elements 1 and 2 of even rows comes back, unless the host has run
   the region.  */
static int
is_right (int rows[ROWS][COLUMNS], int host)
{
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      {
        int back = host || (i % 2 == 0 && (j == 1 || j == 2));
        if (rows[i][j] != i * COLUMNS + j + back)
          return 0;
      }
  return 1;
}

int
main (void)
{
  static int rows[ROWS][COLUMNS];
  int *p[ROWS], wrong = 0, host = 0;
  for (int i = 0; i < ROWS; i++)
    p[i] = rows[i];
#pragma omp target enter data map(to : rows)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      rows[i][j] = i * COLUMNS + j;
#pragma omp target update to(iterator(i = 0 : ROWS) : p[i][0 : COLUMNS])
#pragma omp target map(tofrom : wrong) map(from : host)
  {
    host = omp_is_initial_device ();
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < COLUMNS; j++)
        {
          wrong += rows[i][j] != i * COLUMNS + j;
          rows[i][j]++;
        }
  }
#pragma omp target update from(iterator(i = 0 : ROWS : 2) : p[i][1 : 2])
#pragma omp target exit data map(release : rows)
  return wrong != 0 || !is_right (rows, host);
}
