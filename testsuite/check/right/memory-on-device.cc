/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Objects that the program makes in memory of omp_target_alloc.  */

#include <new>
#include <omp.h>

struct number
{
  double re, im;
  explicit number (double x) : re (x), im (-x) {}
};

int
main ()
{
  int d = omp_get_default_device ();
  double sum = 0;
  number *z = static_cast<number *> (omp_target_alloc (8 * sizeof (number), d));
#pragma omp target is_device_ptr(z)
  for (int i = 0; i < 8; i++)
    new (&z[i]) number (i);
#pragma omp target is_device_ptr(z) map(tofrom : sum)
  for (int i = 0; i < 8; i++)
    sum += 2 * z[i].re + z[i].im;
  omp_target_free (z, d);
  return sum != 28;
}
