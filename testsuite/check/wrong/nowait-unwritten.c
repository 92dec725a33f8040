/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region that the host does not wait for writes every second element.  */

#include <stdio.h>

int
main (void)
{
  int a[50], most = 0;
#pragma omp target map(from : a) nowait
  for (int i = 0; i < 50; i += 2)
    a[i] = i;
#pragma omp taskwait
  for (int i = 0; i < 50; i++)
    if (a[i] > most) /* { dg-check unwritten } */
      most = a[i];
  printf ("%d\n", most > 0);
  return 0;
}
