/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A local array goes out of scope while it is mapped.  */

static void __attribute__ ((noinline))
begin (void)
{
  int a[100] = { 0 }; /* { dg-check leak } */
#pragma omp target enter data map(to : a)
#pragma omp target
  a[0] = 1;
}

int
main (void)
{
  begin ();
  return 0;
}
