/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The allocate directive for variables in functions.  { since 14 } */
#include <omp.h>
#include <stdint.h>

static int
on_host (void)
{
  int a[16];
#pragma omp allocate(a) allocator(omp_high_bw_mem_alloc) align(128)
  for (int i = 0; i < 16; i++)
    a[i] = i;
  return (uintptr_t)a % 128 == 0 && a[15] == 15;
}

int
main (void)
{
  return !on_host ();
}
