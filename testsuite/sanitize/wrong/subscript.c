/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=undefined" } */
/* A region uses a subscript outside of a mapped array.  */

int
main (void)
{
  int a[3][4] = { { 0 } }, n = 4;
#pragma omp target map(tofrom : a)
  for (int i = 0; i <= n; i++)
    a[1][i] = i; /* { dg-report "index 4 out of bounds" } */
  return a[1][3] != 3;
}
