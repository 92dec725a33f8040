/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Values of the host are kept from a region by firstprivate.  */

int
main (void)
{
  int n = 5, a[3] = { 1, 2, 3 }, sum = 0;
#pragma omp target firstprivate(n, a) map(tofrom : sum)
  {
    while (n > 0)
      sum += n--;
    a[0] = sum;
  }
  return n != 5 || a[0] != 1 || sum != 15;
}
