/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two regions that map the same variable may find one copy of it or have one
   after the other: what the one adds is lost, or not.  */

#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int count = 0;
  char *text = calloc (100, 1);
#pragma omp target nowait map(tofrom : count) map(text[:50])
  {
    count++;
    text[3] = 'a';
  }
#pragma omp target nowait map(tofrom : count) /* { dg-check race } */
  count++;
#pragma omp target nowait map(text[:50])
  text[4] = text[2] + 'b';
#pragma omp target nowait map(text[:50]) /* { dg-check race } */
  text[5] = text[4];
#pragma omp taskwait
  printf ("%d %c\n", count, text[4]);
  free (text);
  return 0;
}
