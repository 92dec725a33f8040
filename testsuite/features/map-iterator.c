/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map clauses with iterators.  { since 16 } */
enum
{
  ROWS = 3,
  COLUMNS = 5
};

int
main (void)
{
  static int a[ROWS][COLUMNS];
  int *p[ROWS];
  for (int i = 0; i < ROWS; i++)
    {
      p[i] = a[i];
      for (int j = 0; j < COLUMNS; j++)
        a[i][j] = i * 10 + j;
    }
#pragma omp target enter data map(to : p)                                      \
    map(iterator(i = 0 : ROWS), to : p[i][0 : COLUMNS])
#pragma omp target
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      p[i][j]++;
#pragma omp target exit data                                                   \
    map(iterator(i = 0 : ROWS), from : p[i][0 : COLUMNS])
#pragma omp target exit data map(release : p)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      if (a[i][j] != i * 10 + j + 1)
        return 1;
  return 0;
}
