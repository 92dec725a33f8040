/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A static local variable of a function for the device, and a template's.  */

#pragma omp declare target
static int
next ()
{
  static int n;
  return ++n;
}
template <int N> struct table
{
  int square[N];
  table ()
  {
    for (int i = 0; i < N; i++)
      square[i] = i * i;
  }
};
#pragma omp end declare target

int
main ()
{
  int a[3], s = 0;
#pragma omp target map(from : a)
  for (int i = 0; i < 3; i++)
    a[i] = next ();
#pragma omp target map(tofrom : s)
  {
    static const int weights[3] = { 1, 10, 100 };
    table<5> t;
    for (int i = 0; i < 3; i++)
      s += weights[i] * t.square[i];
  }
  return a[2] - a[0] != 2 || s != 410;
}
