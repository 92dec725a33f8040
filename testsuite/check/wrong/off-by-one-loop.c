/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A loop with <= writes one element too many.  */

int
main (void)
{
  int a[50];
#pragma omp target map(from : a)
  for (int i = 0; i <= 49 + (a != 0); i++)
    a[i] = i; /* { dg-check bounds } */
  return a[3] != 3;
}
