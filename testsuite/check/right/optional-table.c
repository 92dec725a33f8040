/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region reads a table only if there is one; else the section has no
   elements.  */

#include <stdlib.h>

static int
add (const int *table, int use, int n)
{
  int sum = 0;
#pragma omp target map(to : table[0 : use ? n : 0]) map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += use ? table[i] : 1;
  return sum;
}

int
main (void)
{
  int table[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  return add (table, 1, 8) != 36 || add (NULL, 0, 8) != 8;
}
