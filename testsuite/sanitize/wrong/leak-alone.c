/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=leak" } */
/* A region never frees what it has allocated, often: the address of the last
   block may be left on a stack, where it looks like a use.  LeakSanitizer
   alone.  */

#include <stdlib.h>

int
main (void)
{
  int n = 10, first = 0;
#pragma omp target map(tofrom : first)
  for (int i = 0; i < 16; i++)
    {
      volatile int *a = malloc (n * sizeof (*a)); /* { dg-report "leak" } */
      a[0] = 7;
      first = a[0];
    }
  return first != 7;
}
