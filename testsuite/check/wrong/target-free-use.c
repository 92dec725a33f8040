/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device pointer is used after omp_target_free.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device ();
  int *p = omp_target_alloc (100, d);
  omp_target_free (p, d);
#pragma omp target is_device_ptr(p)
  p[0] = 1; /* { dg-check freed } */
  return 0;
}
