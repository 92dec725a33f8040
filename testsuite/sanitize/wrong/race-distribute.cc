/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* The chunks of teams overlap by one element.  */

template <typename T>
static void
smooth (T *a, int n)
{
#pragma omp target teams distribute num_teams(4) map(tofrom : a[ : n])         \
    dist_schedule(static, 5)
  for (int i = 0; i < n - 1; i++)
    a[i] = (a[i] + a[i + 1]) / 2; /* { dg-report "data race" } */
}

int
main ()
{
  double a[100] = {};
  smooth (a, 100);
  return a[1] == 1;
}
