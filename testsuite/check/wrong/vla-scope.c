/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An array of variable length ends while it is mapped.  */
/* { dg-output "leaves its scope while it is mapped: a \\[leak" } */

static int __attribute__ ((noinline)) work (int n)
{
  int a[n]; /* { dg-check leak } */
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target enter data map(to : a)
#pragma omp target
  a[0] = 1;
  return a[1];
}

int
main (void)
{
  return work (100) != 1;
}
