/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory of omp_target_alloc has no constructed objects.  */

#include <omp.h>

int
main ()
{
  struct number
  {
    double re = 0, im = 0;
  };
  int d = omp_get_default_device ();
  double sum = 0;
  number *z = static_cast<number *> (omp_target_alloc (8 * sizeof (number), d));
#pragma omp target is_device_ptr(z) map(tofrom : sum)
  for (int i = 0; i < 8; i++)
    sum += z[i].re; /* { dg-check unwritten } */
  omp_target_free (z, d);
  return sum == 1;
}
