/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device pointer in a structure survives its mapping.  */

#include <stdlib.h>

int
main (void)
{
  int *a = calloc (10, sizeof (int)), *device, sum = 0;
#pragma omp target enter data map(to : a[0 : 10])
#pragma omp target data use_device_ptr(a)
  device = a;
#pragma omp target is_device_ptr(device) map(tofrom : sum)
  sum += device[1];
#pragma omp target exit data map(release : a[0 : 10])
#pragma omp target is_device_ptr(device) map(tofrom : sum)
  sum += device[1]; /* { dg-check freed } */
  free (a);
  return sum;
}
