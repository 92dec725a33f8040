/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A closure that captures by value, and a template.  */

template <typename T, typename F>
static void
apply (T *p, int n, F f)
{
#pragma omp target map(tofrom : p[0 : n])
  for (int i = 0; i < n; i++)
    p[i] = f (p[i]);
}

int
main ()
{
  int a[10], add = 5, bad = 0;
  for (int i = 0; i < 10; i++)
    a[i] = i;
  apply (a, 10, [=] (int x) { return x + add; });
  for (int i = 0; i < 10; i++)
    bad |= a[i] != i + 5;
  return bad;
}
