/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Predefined allocators in regions, named by uses_allocators.  { since 16 } */
#include <omp.h>

int
main (void)
{
  int ok = 0;
#pragma omp target uses_allocators(omp_default_mem_alloc) map(from : ok)
  {
    int *p = omp_alloc (4, omp_default_mem_alloc);
    ok = p != 0;
    omp_free (p, omp_default_mem_alloc);
  }
  return !ok;
}
