/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory of omp_target_alloc is read before it has a value.  */

#include <omp.h>

int
main (void)
{
  int d = omp_get_default_device (), sum = 0;
  int *p = omp_target_alloc (16 * sizeof (int), d);
#pragma omp target is_device_ptr(p) map(tofrom : sum)
  for (int i = 0; i < 16; i++)
    sum += p[i]; /* { dg-check unwritten } */
  omp_target_free (p, d);
  return 0;
}
