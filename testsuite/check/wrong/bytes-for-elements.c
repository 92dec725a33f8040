/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* omp_target_alloc gets a number of elements.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device ();
  double *p = omp_target_alloc (64, d);
#pragma omp target is_device_ptr(p)
  for (int i = 0; i < 64; i++)
    p[i] = i; /* { dg-check bounds } */
  omp_target_free (p, d);
  return 0;
}
