/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* is_device_ptr of a pointer to the host.  */

#include <stdlib.h>


/* { dg-shouldfail "the device cannot reach it" } */

int
main (void)
{
  int *a = calloc (10, sizeof (int));
#pragma omp target is_device_ptr(a)
  a[1] = 1; /* { dg-check host-memory } */
  return 0;
}
