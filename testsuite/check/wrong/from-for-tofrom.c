/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(from:) of what the region reads first.  */

int
main (void)
{
  int a[32];
  for (int i = 0; i < 32; i++)
    a[i] = i;
#pragma omp target map(from : a)
  for (int i = 0; i < 32; i++)
    a[i] += 1; /* { dg-check unwritten } */
  return 0;
}
