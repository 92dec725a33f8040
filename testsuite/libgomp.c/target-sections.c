/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Array sections: offsets, pointers, several dimensions, zero length,
   variable length arrays.  */

#include "target-check.h"

#define N 100

static int table[8][N];

static void
middle_of_an_array (void)
{
  int array[N];

  for (int i = 0; i < N; i++)
    array[i] = i;
#pragma omp target map(tofrom: array[10:20])
  for (int i = 10; i < 30; i++)
    array[i] *= 2;
  for (int i = 0; i < N; i++)
    CHECK (array[i] == (i >= 10 && i < 30 ? 2 * i : i));
}

static void
middle_of_a_block (int n)
{
  double *block = malloc ((size_t)n * sizeof *block);

  for (int i = 0; i < n; i++)
    block[i] = i;
#pragma omp target map(tofrom: block[n / 4:n / 2])
  for (int i = n / 4; i < n / 4 + n / 2; i++)
    block[i] += 0.5;
  for (int i = 0; i < n; i++)
    CHECK (block[i] == i + (i >= n / 4 && i < n / 4 + n / 2 ? 0.5 : 0.0));
  free (block);
}

static void
rows_of_a_matrix (void)
{
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < N; j++)
      table[i][j] = i * N + j;
#pragma omp target map(tofrom: table[2:3][0:N])
  for (int i = 2; i < 5; i++)
    for (int j = 0; j < N; j++)
      table[i][j]++;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < N; j++)
      CHECK (table[i][j] == i * N + j + (i >= 2 && i < 5));
}

static void
variable_length (int rows, int columns)
{
  long matrix[rows][columns], sum = 0;

  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      matrix[i][j] = i + j;
#pragma omp target map(to: matrix) map(tofrom: sum)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      sum += matrix[i][j];
  CHECK (sum == (long)rows * columns * (rows + columns - 2) / 2);
}

static void
zero_length (int separate)
{
  int array[N], *pointer = array, *nowhere = NULL, length = 0, null = 0;

  for (int i = 0; i < N; i++)
    array[i] = i;
#pragma omp target map(tofrom: nowhere[0:length]) map(from: null)
  null = nowhere == NULL;
  CHECK (null);

#pragma omp target data map(tofrom: array)
  {
    /* An implicit pointer is a section of length zero: it finds what is
       mapped where it points.  */
#pragma omp target
    pointer[7] = 700;
  }
  CHECK (array[7] == 700);
  (void)separate;
}

static void
part_of_present (void)
{
  int array[N] = { 0 }, *left = array, *right = array + N / 2;

#pragma omp target data map(tofrom: array)
  {
#pragma omp target map(tofrom: left[0:10])
    left[9] = 9;
#pragma omp target map(tofrom: right[5:10])
    right[5] = 5;
  }
  CHECK (array[9] == 9 && array[N / 2 + 5] == 5);
}

static void
neighbours (void)
{
  char *block = calloc (1, 96);
  char *second = block + 32, *third = block + 64;

#pragma omp target enter data map(to: block[0:32])
#pragma omp target enter data map(to: second[0:32])
#pragma omp target enter data map(to: third[0:32])
#pragma omp target map(alloc: block[0:32], second[0:32], third[0:32])
  {
    block[31] = 1;
    second[0] = 2;
    second[31] = 3;
    third[0] = 4;
  }
#pragma omp target exit data map(from: second[0:32])
#pragma omp target exit data map(from: block[0:32], third[0:32])
  CHECK (block[31] == 1 && block[32] == 2 && block[63] == 3 && block[64] == 4);
  CHECK (block[30] == 0 && block[33] == 0 && block[62] == 0 && block[65] == 0);
  free (block);
}

int
main (void)
{
  middle_of_an_array ();
  middle_of_a_block (1000);
  rows_of_a_matrix ();
  variable_length (13, 29);
  zero_length (memory_is_separate (omp_get_default_device ()));
  part_of_present ();
  neighbours ();
  return 0;
}
