/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes past the end of a declare target variable.  */

int table[10];
#pragma omp declare target(table)

int
main (void)
{
  int n = 11;
#pragma omp target
  for (int i = 0; i < n; i++)
    table[i] = i; /* { dg-report "global-buffer-overflow" } */
  return 0;
}
