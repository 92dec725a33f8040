/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Motion clauses with iterators.  { since 16 } */
enum
{
  ROWS = 4,
  COLUMNS = 8
};

/* Elements 1 and 2 of even rows have come back.  */
static int
is_right (int rows[ROWS][COLUMNS])
{
  for (int i = 0; i < ROWS; i += 2)
    for (int j = 1; j < 3; j++)
      if (rows[i][j] != i * COLUMNS + j + 1)
        return 0;
  return 1;
}

int
main (void)
{
  static int rows[ROWS][COLUMNS];
  int *p[ROWS], wrong = 0;
  for (int i = 0; i < ROWS; i++)
    p[i] = rows[i];
#pragma omp target enter data map(to : rows)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      rows[i][j] = i * COLUMNS + j;
#pragma omp target update to(iterator(i = 0 : ROWS) : p[i][0 : COLUMNS])
#pragma omp target map(tofrom : wrong)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      {
        wrong += rows[i][j] != i * COLUMNS + j;
        rows[i][j]++;
      }
#pragma omp target update from(iterator(i = 0 : ROWS : 2) : p[i][1 : 2])
#pragma omp target exit data map(release : rows)
  return wrong != 0 || !is_right (rows);
}
