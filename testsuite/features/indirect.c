/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that regions call by pointers of the host.  { since 14 } */
static int
one (int x)
{
  return x + 1;
}
static int
two (int x)
{
  return x + 2;
}
#pragma omp declare target enter(one, two) indirect
int
main (void)
{
  int (*f[2]) (int) = { one, two }, r = 0;
#pragma omp target map(to : f) map(from : r)
  r = f[0](10) * f[1](10);
  return r != 132;
}
