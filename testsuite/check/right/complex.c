/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Parts of complex numbers.  */

#include <complex.h>

int
main (void)
{
  double _Complex z[10];
  double sum = 0;
#pragma omp target map(from : z) map(tofrom : sum)
  for (int i = 0; i < 10; i++)
    {
      __real__ z[i] = i;
      __imag__ z[i] = 1;
      z[i] *= z[i];
      sum += creal (z[i]);
    }
  return sum != 285 - 10 || cimag (z[3]) != 6;
}
