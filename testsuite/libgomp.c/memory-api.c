/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The memory routines, and the calls that the compiler makes for allocate
   clauses.  */
/* { dg-do run } */

#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void
check_traits (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_alignment, 128 },
                                { omp_atk_pool_size, 4096 },
                                { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 3, traits);
  CHECK (a != omp_null_allocator);
  char *p = omp_alloc (1000, a);
  CHECK (p != NULL && (uintptr_t)p % 128 == 0);
  memset (p, 1, 1000);
  CHECK (omp_alloc (4000, a) == NULL);
  p = omp_realloc (p, 2000, a, a);
  CHECK (p != NULL && (uintptr_t)p % 128 == 0 && p[999] == 1);
  omp_free (p, a);
  int sum = 0;
#pragma omp parallel num_threads(2) allocate(a : sum) reduction(+ : sum)
  {
    CHECK ((uintptr_t)&sum % 128 == 0);
    sum++;
  }
  CHECK (sum == 2);
  omp_set_default_allocator (a);
  CHECK (omp_get_default_allocator () == a);
  p = omp_alloc (10, omp_null_allocator);
  CHECK ((uintptr_t)p % 128 == 0);
  omp_free (p, omp_null_allocator);
#pragma omp parallel num_threads(2)
  CHECK (omp_get_default_allocator () == a);
  omp_set_default_allocator (omp_null_allocator);
  CHECK (omp_get_default_allocator () == omp_default_mem_alloc);
  omp_destroy_allocator (a);
}

static void
check_plain (void)
{
  CHECK (omp_alloc (0, omp_default_mem_alloc) == NULL);
  omp_free (NULL, omp_default_mem_alloc);
  int *p = omp_calloc (100, sizeof (int), omp_large_cap_mem_alloc);
  for (int i = 0; i < 100; i++)
    CHECK (p[i] == 0);
  p = omp_realloc (p, 100000, omp_default_mem_alloc, omp_null_allocator);
  CHECK (p != NULL && p[99] == 0);
  CHECK (omp_realloc (p, 0, omp_null_allocator, omp_null_allocator) == NULL);
  for (size_t align = 8; align <= 8192; align *= 2)
    {
      char *a = omp_aligned_alloc (align, align * 3, omp_default_mem_alloc);
      char *b = omp_aligned_calloc (align, 3, align, omp_default_mem_alloc);
      CHECK ((uintptr_t)a % align == 0 && (uintptr_t)b % align == 0);
      CHECK (b[0] == 0 && b[3 * align - 1] == 0);
      omp_free (a, omp_null_allocator);
      omp_free (b, omp_null_allocator);
    }
}

int
main (void)
{
  check_plain ();
  check_traits ();
  return 0;
}
