/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* long double and its complex have bytes that nobody writes.  */

#include <complex.h>

int
main (void)
{
  long double a[6], b[6], sum = 0;
  double complex z[4], w = 0;
#pragma omp target map(alloc : a) map(from : b) map(tofrom : sum)
  {
    for (int i = 0; i < 6; i++)
      a[i] = i;
    for (int i = 0; i < 6; i++)
      b[i] = a[5 - i];
    for (int i = 0; i < 6; i++)
      sum += b[i];
  }
#pragma omp target map(from : z) map(tofrom : w)
  for (int i = 0; i < 4; i++)
    {
      z[i] = i + 2 * i * I;
      w += z[i] * conj (z[i]);
    }
  return sum != 15 || b[0] != 5 || creal (w) != 70 || cimag (z[1]) != 2;
}
