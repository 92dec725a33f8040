/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Arrays of std::complex in and out.  */

#include <complex>

int
main ()
{
  typedef std::complex<float> number;
  number in[16], out[16], sum = 0;
  for (int i = 0; i < 16; i++)
    in[i] = number (i, 1);
#pragma omp target map(to : in) map(from : out) map(tofrom : sum)
  for (int i = 0; i < 16; i++)
    {
      out[i] = in[i] * number (0, 1);
      sum += std::conj (out[i]);
    }
  return sum != number (-16, -120) || out[3] != number (-1, 3);
}
