/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes to memory that omp_target_free has freed.  */
/* { dg-output "byte 28 of what was a block of 400 bytes, allocated" } */

#include <omp.h>

int
main (void)
{
  int device = omp_get_default_device ();
  int *p = omp_target_alloc (100 * sizeof (int), device);
  omp_target_free (p, device);
#pragma omp target is_device_ptr(p)
  p[7] = 1; /* { dg-report "heap-use-after-free" } */
  return 0;
}
