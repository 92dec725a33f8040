/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=undefined" } */
/* A device function shifts too far.  */

#pragma omp declare target
template<typename T>
static T
bit (int n)
{
  return T (1) << n; /* { dg-report "shift exponent 40 is too large" } */
}
#pragma omp end declare target

int
main ()
{
  int n = 40;
  unsigned long sum = 0;
#pragma omp target map(tofrom : sum)
  sum = bit<unsigned long> (n) + bit<unsigned> (n);
  return sum == 0;
}
