/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions on the host by the if clause, between those on the device.  */

#include <stdlib.h>

static void __attribute__ ((noinline)) add (int *a, int n)
{
#pragma omp target map(tofrom : a[0 : n]) if (n > 20)
  for (int i = 0; i < n; i++)
    a[i]++;
}

int
main (void)
{
  int *a = calloc (50, sizeof (int));
  add (a, 10);
  add (a, 50);
  add (a, 10);
#pragma omp target data map(tofrom : a[0 : 50])
  {
    add (a, 50);
#pragma omp target update from(a[0 : 10])
    add (a, 10);
#pragma omp target update to(a[0 : 10])
    add (a, 50);
  }
  int bad = a[3] != 6 || a[30] != 3;
  free (a);
  return bad;
}
