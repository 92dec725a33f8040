/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes past the end of its own array.  */

int
main (void)
{
  int n = 6, last = 0;
#pragma omp target map(tofrom : last)
  {
    int a[5] = { 0 };
    for (int i = 0; i < n; i++)
      a[i] = i; /* { dg-report "stack-buffer-overflow" } */
    last = a[n - 2];
  }
  return last != 4;
}
