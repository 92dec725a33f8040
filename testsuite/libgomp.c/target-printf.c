/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-output "host 0\[\r\n\]+region 0\[\r\n\]+host 1\[\r\n\]+region
 * 1\[\r\n\]+host 2\[\r\n\]+region 2\[\r\n\]+host 3\[\r\n\]+no newline, then
 * newline\[\r\n\]+end\[\r\n\]+" } */
/* What host and regions print comes out in the order of the program.  */

#include <stdio.h>

int
main (void)
{
  for (int i = 0; i < 3; i++)
    {
      printf ("host %d\n", i);
#pragma omp target
      printf ("region %d\n", i);
    }
  printf ("host 3\n");
  printf ("no newline, ");
#pragma omp target
  printf ("then ");
  printf ("newline\n");
#pragma omp target
  puts ("end");
  return 0;
}
