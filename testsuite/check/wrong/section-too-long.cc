/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A section in bytes where its length has to be in elements.  */

template<typename T, int N> static T
sum_of (T (&from)[N])
{
  T a[N];
  T sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = from[i];
  unsigned long size = sizeof (a);
#pragma omp target map(to : a[:size]) map(tofrom : sum) /* { dg-check bounds } */
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum;
}

int
main ()
{
  long numbers[4] = { 1, 2, 3, 4 };
  return sum_of (numbers) != 10;
}
