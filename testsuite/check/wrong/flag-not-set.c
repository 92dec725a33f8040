/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region sets a flag only if it finds something.  */

#include <stdbool.h>
#include <stdio.h>

int
main (void)
{
  int a[64] = { 0 };
  bool found;
  int where;
#pragma omp target map(to : a) map(from : found, where)
  for (int i = 0; i < 64; i++)
    if (a[i] != 0)
      {
        found = true;
        where = i;
      }
  printf ("%s\n", found ? "yes" : "no"); /* { dg-check unwritten } */
  printf ("%d\n", where);               /* { dg-check unwritten } */
  return 0;
}
