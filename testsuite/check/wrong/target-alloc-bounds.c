/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An index one beyond what omp_target_alloc gave.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device ();
  char *p = omp_target_alloc (100, d);
#pragma omp target is_device_ptr(p)
  for (int i = 0; i <= 100; i++)
    p[i] = 1; /* { dg-check bounds } */
  omp_target_free (p, d);
  return 0;
}
