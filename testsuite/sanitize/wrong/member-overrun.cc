/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes past the end of the section that a member points to.  */

#include <cstdlib>

struct numbers
{
  int *data;
  int count;
};

int
main ()
{
  numbers v = { (int *)calloc (20, sizeof (int)), 10 };
#pragma omp target map(to : v) map(tofrom : v.data[0 : v.count])
  for (int i = 0; i <= v.count; i++)
    v.data[i] = i; /* { dg-report "heap-buffer-overflow" } */
  return v.data[5] != 5;
}
