/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A matrix by rows: the device's array has the addresses of the copies.  */

#include <stdlib.h>

#define N 5

int
main (void)
{
  int *m[N], *device[N], sum = 0;
  for (int i = 0; i < N; i++)
    {
      m[i] = malloc (N * sizeof (int));
      for (int j = 0; j < N; j++)
        m[i][j] = i * j;
      int *row = m[i];
#pragma omp target enter data map(to : row[0 : N])
#pragma omp target data use_device_ptr(row)
      device[i] = row;
    }
#pragma omp target map(to : device) map(tofrom : sum)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        sum += device[i][j];
        device[i][j] = 0;
      }
  int bad = sum != 100;
  for (int i = 0; i < N; i++)
    {
      int *row = m[i];
#pragma omp target exit data map(from : row[0 : N])
      bad |= row[i] != 0;
      free (row);
    }
  return bad;
}
