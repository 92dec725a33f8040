/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes past the end of an array in its own object.  */

struct row
{
  int cell[5];
};

int
main ()
{
  int n = 6, last = 0;
#pragma omp target map(tofrom : last)
  {
    row r = {};
    int *p = r.cell;
    for (int i = 0; i < n; i++)
      p[i] = i; /* { dg-report "stack-buffer-overflow" } */
    last = p[n - 2];
  }
  return last != 4;
}
