/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes past the end of a block of omp_target_alloc, by a function of
   the C library.  */

#include <omp.h>
#include <string.h>

int
main (void)
{
  int device = omp_get_default_device (), n = 101;
  char *p = omp_target_alloc (100, device);
#pragma omp target is_device_ptr(p) /* { dg-report "heap-buffer-overflow" } */
  memset (p, 0, n);                 /* { dg-report "heap-buffer-overflow" } */
  omp_target_free (p, device);
  return 0;
}
