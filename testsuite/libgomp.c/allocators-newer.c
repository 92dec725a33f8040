/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "from GCC 13 to 15 on" } */
/* Memory spaces and traits that GCC 12's library refuses, pinned memory, and
   allocators that fall back to each other.  */

#include "check.h"

#include <omp.h>
#include <stdint.h>

int
main (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_pinned, omp_atv_true },
                                { omp_atk_fallback, omp_atv_default_mem_fb },
                                { omp_atk_alignment, 512 } };
  omp_allocator_handle_t pinned
      = omp_init_allocator (omp_default_mem_space, 3, traits);
  CHECK (pinned != omp_null_allocator);
  char *p = omp_calloc (3, 3000, pinned);
  CHECK (p != NULL && (uintptr_t)p % 512 == 0 && p[0] == 0 && p[8999] == 0);
  p[8999] = 1;
  p = omp_realloc (p, 30000, pinned, omp_null_allocator);
  CHECK (p != NULL && (uintptr_t)p % 512 == 0 && p[8999] == 1);
  omp_free (p, pinned);
  /* Too much to lock, or to have: the fallback is aligned just so.  */
  p = omp_alloc ((size_t)1 << 24, pinned);
  CHECK (p != NULL && (uintptr_t)p % 512 == 0);
  omp_free (p, pinned);
  omp_destroy_allocator (pinned);

  for (int space = omp_default_mem_space; space <= omp_low_lat_mem_space;
       space++)
    for (int value = omp_atv_environment; value <= omp_atv_interleaved; value++)
      {
        omp_alloctrait_t partition = { omp_atk_partition, (uintptr_t)value };
        omp_allocator_handle_t a
            = omp_init_allocator ((omp_memspace_handle_t)space, 1, &partition);
        CHECK (a != omp_null_allocator);
        p = omp_alloc (100000, a);
        CHECK (p != NULL);
        p[0] = p[99999] = 1;
        omp_free (p, a);
        omp_destroy_allocator (a);
      }

  omp_alloctrait_t self[] = { { omp_atk_pool_size, 100 },
                              { omp_atk_fallback, omp_atv_allocator_fb },
                              { omp_atk_fb_data, 0 } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 3, self);
  CHECK (omp_alloc (1000, a) == NULL);
  omp_destroy_allocator (a);
  p = omp_alloc (100, ompx_gnu_pinned_mem_alloc);
  omp_free (p, omp_null_allocator);
  p = omp_alloc (100, ompx_gnu_managed_mem_alloc);
  CHECK (p != NULL);
  omp_free (p, omp_null_allocator);
  return 0;
}
