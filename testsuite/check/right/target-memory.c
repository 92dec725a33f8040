/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* omp_target_alloc, omp_target_memcpy and an association.  */

#include <stdlib.h>


#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device (), h = omp_get_initial_device ();
  int a[50], b[50], bad = 0;
  int *p = omp_target_alloc (sizeof (a), d);
  int *q = omp_target_alloc (sizeof (a), d);
  for (int i = 0; i < 50; i++)
    a[i] = i, b[i] = 0;
  omp_target_memcpy (p, a, sizeof (a), 0, 0, d, h);
#pragma omp target is_device_ptr(p)
  for (int i = 0; i < 50; i++)
    p[i]++;
  omp_target_memcpy (q, p, sizeof (a), 0, 0, d, d);
  omp_target_associate_ptr (b, q, sizeof (b), 0, d);
#pragma omp target map(b)
  for (int i = 0; i < 50; i++)
    b[i]++;
#pragma omp target update from(b)
  omp_target_disassociate_ptr (b, d);
  for (int i = 0; i < 50; i++)
    bad |= b[i] != i + 2;
  omp_target_free (p, d);
  omp_target_free (q, d);
  return bad;
}
