/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes past the end of a declare target variable of a namespace.  */

namespace tables
{
#pragma omp declare target
int squares[10];
template <typename T>
void
fill (T *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = i * i; /* { dg-report "global-buffer-overflow" } */
}
#pragma omp end declare target
}

int
main ()
{
  int n = 11;
#pragma omp target
  tables::fill (tables::squares, n);
  return 0;
}
