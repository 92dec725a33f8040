/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A function of the header complex reads what has no value.  */

#include <complex>
#include <omp.h>

int
main ()
{
  typedef std::complex<double> number;
  int d = omp_get_default_device ();
  double re = 0;
  number *z
      = static_cast<number *> (omp_target_alloc (8 * sizeof (number), d));
#pragma omp target is_device_ptr(z) map(tofrom : re)
  for (int i = 0; i < 8; i++)
    re += z[i].real (); /* { dg-check unwritten } */
  omp_target_free (z, d);
  return re == 1;
}
