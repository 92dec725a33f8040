/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables that no clause names must be present.  { since 14 } */
int
main (void)
{
  int a[4] = { 1, 2, 3, 4 }, n = 4;
#pragma omp target data map(tofrom : a) map(to : n)
#pragma omp target defaultmap(present)
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return a[0] != 2 || a[3] != 8;
}
