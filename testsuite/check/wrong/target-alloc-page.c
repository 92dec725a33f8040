/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region goes beyond the end of device memory of exactly a page.  */

#include <omp.h>

int
main (void)
{
  int device = omp_get_default_device (), failed = 0;
  char *pool = omp_target_alloc (4096, device);
  double *last = (double *)(pool + 4096 - 31 * sizeof (*last));
#pragma omp target is_device_ptr(last)
  for (int i = 0; i < 32; i++)
    last[i] = 0; /* { dg-check bounds } */
  omp_target_free (pool, device);
  return failed;
}
