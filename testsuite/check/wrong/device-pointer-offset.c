/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device pointer is moved by bytes where elements are meant.  */

#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int device = omp_get_default_device ();
  double *d = omp_target_alloc (10 * sizeof (double), device);
  double *second = d + 5 * sizeof (double) / 4;
#pragma omp target is_device_ptr(d, second)
  for (int i = 0; i < 5; i++)
    d[i] = second[i] = i; /* { dg-check bounds } */
  omp_target_free (d, device);
  puts ("done");
  return 0;
}
