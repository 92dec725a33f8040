/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region on the host by its if clause changes what is mapped.  */

#include <stdlib.h>

static void __attribute__ ((noinline)) add (int *a, int n)
{
#pragma omp target map(tofrom : a[0 : n]) if (n > 20)
  for (int i = 0; i < n; i++)
    a[i]++; /* { dg-check stale } */
}

int
main (void)
{
  int *a = calloc (50, sizeof (int));
#pragma omp target data map(tofrom : a[0 : 50])
  {
    add (a, 10);
    add (a, 50);
  }
  free (a);
  return 0;
}
