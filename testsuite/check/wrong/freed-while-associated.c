/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An association outlives the memory on the device.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device ();
  int a[10] = { 0 };
  void *p = omp_target_alloc (sizeof (a), d);
  omp_target_associate_ptr (a, p, sizeof (a), 0, d);
#pragma omp target update to(a)
  omp_target_free (p, d);
#pragma omp target
  a[1] = 1; /* { dg-check freed } */
  omp_target_disassociate_ptr (a, d);
  return 0;
}
