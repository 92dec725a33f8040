/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The allocate directive for variables that are always there, of which GCC 16
   ignores the alignment.  { since 15 } */
#include <omp.h>

static int a[4] = { 1, 2, 3, 4 };
#pragma omp allocate(a) allocator(omp_default_mem_alloc) align(128)

int
main (void)
{
#pragma omp target map(tofrom : a)
  a[3]++;
  return a[3] != 5;
}
