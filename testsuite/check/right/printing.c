/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region prints from mapped memory.  */

/* { dg-output "3 1.5 text" } */
#include <stdio.h>

int
main (void)
{
  int n[2] = { 1, 2 };
  double x = 1.5;
  char text[] = "text";
#pragma omp target map(to : n, x, text)
  {
    printf ("%d %g %s\n", n[0] + n[1], x, text);
    puts (text);
    fflush (stdout);
  }
  return 0;
}
