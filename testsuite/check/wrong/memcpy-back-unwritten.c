/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* omp_target_memcpy brings more than the region has written.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  size_t size = 100 * sizeof (long);
  long *d = omp_target_alloc (size, device), *h = malloc (size);
#pragma omp target is_device_ptr(d)
  for (int i = 0; i < 60; i++)
    d[i] = i;
  omp_target_memcpy (h, d, size, 0, 0, host, device);
  printf ("%ld\n", h[59]);
  printf ("%ld\n", h[60]); /* { dg-check unwritten } */
  omp_target_free (d, device);
  free (h);
  return 0;
}
