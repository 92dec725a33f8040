/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Source and destination of omp_target_memcpy are swapped.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device (), h = omp_get_initial_device ();
  int a[16] = { 1 }, sum = 0;
  int *p = omp_target_alloc (sizeof (a), d);
  omp_target_memcpy (a, p, sizeof (a), 0, 0, h, d);
#pragma omp target is_device_ptr(p) map(tofrom : sum)
  for (int i = 0; i < 16; i++)
    sum += p[i]; /* { dg-check unwritten } */
  omp_target_free (p, d);
  return 0;
}
