/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address of a device copy, used while it is mapped.  */

#include <stdlib.h>


static void
add (int *p, int n)
{
#pragma omp target is_device_ptr(p)
  for (int i = 0; i < n; i++)
    p[i] += i;
}

int
main (void)
{
  int *a = calloc (50, sizeof (int)), bad = 0;
#pragma omp target data map(tofrom : a[0 : 50])
  {
#pragma omp target data use_device_ptr(a)
    add (a, 50);
  }
  for (int i = 0; i < 50; i++)
    bad |= a[i] != i;
  free (a);
  return bad;
}
