/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The copy of an associated array is older than the host's.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device (), sum = 0, a[20] = { 0 };
  int *p = omp_target_alloc (sizeof (a), d);
  omp_target_associate_ptr (a, p, sizeof (a), 0, d);
#pragma omp target update to(a)
  for (int i = 0; i < 20; i++)
    a[i] = i + 1;
#pragma omp target map(to : a) map(tofrom : sum)
  for (int i = 0; i < 20; i++)
    sum += a[i]; /* { dg-check stale } */
  omp_target_disassociate_ptr (a, d);
  omp_target_free (p, d);
  return sum < 0;
}
