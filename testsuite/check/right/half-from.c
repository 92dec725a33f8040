/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Only the part of a map(from:) that the region writes is used.  */

int
main (void)
{
  int a[100], bad = 0;
#pragma omp target map(from : a)
  for (int i = 0; i < 50; i++)
    a[i] = i;
  for (int i = 0; i < 50; i++)
    bad |= a[i] != i;
  return bad;
}
