/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "blocks of its fallbacks do not have the alignment" } */
/* If no new allocator is given, omp_realloc takes the new block from the
   allocator that the caller names as the old block's, even if that allocator's
   fallback gave the old block.  */

#include "check.h"

#include <omp.h>
#include <stdint.h>

/* The old block's bytes of the pool count for the new one.  */
static void
check_pool (void)
{
  const omp_alloctrait_t traits[] = { { omp_atk_alignment, 64 },
                                      { omp_atk_pool_size, 4096 },
                                      { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 3, traits);
  char *p = omp_alloc (3000, a);
  for (size_t size = 3001; size < 3500; size++)
    {
      CHECK (p != NULL);
      p = omp_realloc (p, size, a, a);
      CHECK ((uintptr_t)p % 64 == 0);
    }
  CHECK (omp_realloc (p, 4096, a, a) == NULL);
  omp_free (p, a);
  omp_destroy_allocator (a);
}

int
main (void)
{
  const omp_alloctrait_t traits[]
      = { { omp_atk_alignment, 256 },
          { omp_atk_pool_size, 64 },
          { omp_atk_fallback, omp_atv_default_mem_fb } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 3, traits);
  char *p = omp_alloc (100, a);
  for (size_t size = 200; size < 100000; size *= 2)
    {
      CHECK (p != NULL);
      p = omp_realloc (p, size, omp_null_allocator, a);
      CHECK ((uintptr_t)p % 256 == 0);
    }
  omp_free (p, a);
  omp_destroy_allocator (a);
  check_pool ();
  return 0;
}
