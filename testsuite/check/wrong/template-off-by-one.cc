/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A kernel of a template runs one too far.  */

template <typename T, int N>
static T
sum (const T (&a)[N])
{
  T s = 0;
#pragma omp target map(to : a) map(tofrom : s)
  for (int i = 1; i <= N; i++)
    s += a[i]; /* { dg-check bounds } */
  return s;
}

int
main ()
{
  static double d[20] = { 1, 2, 3 };
  return sum (d) < 0;
}
