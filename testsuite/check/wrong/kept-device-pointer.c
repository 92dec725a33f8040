/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address of a device copy is kept and used when it is unmapped.  */

#include <stdlib.h>


int
main (void)
{
  int *a = calloc (100, sizeof (int)), *p;
#pragma omp target data map(tofrom : a[0 : 100]) use_device_ptr(a)
  p = a;
#pragma omp target is_device_ptr(p)
  p[1] = 1; /* { dg-check freed } */
  free (a);
  return 0;
}
