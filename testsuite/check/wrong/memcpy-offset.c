/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The offset of omp_target_memcpy is in bytes, not in elements.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device (), h = omp_get_initial_device ();
  double a[32] = { 1 }, sum = 0;
  double *p = omp_target_alloc (sizeof (a), d);
  omp_target_memcpy (p, a, sizeof (a) / 2, 0, 0, d, h);
  omp_target_memcpy (p, a, sizeof (a) / 2, 16, 16, d, h);
#pragma omp target is_device_ptr(p) map(tofrom : sum)
  for (int i = 0; i < 32; i++)
    sum += p[i]; /* { dg-check unwritten } */
  omp_target_free (p, d);
  return 0;
}
