/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Traits of allocators: fallbacks, pools, alignment, and traits that are only
   advice.  */

#include "check.h"

#include <omp.h>
#include <stdint.h>
#include <string.h>

#define TRAITS(...)                                                            \
  (sizeof ((omp_alloctrait_t[]){ __VA_ARGS__ }) / sizeof (omp_alloctrait_t)),  \
      (omp_alloctrait_t[])                                                     \
  {                                                                            \
    __VA_ARGS__                                                                \
  }

static omp_allocator_handle_t
make (size_t count, const omp_alloctrait_t *traits)
{
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, (int)count, traits);
  CHECK (a != omp_null_allocator);
  return a;
}

static void
refuse (int key, uintptr_t value)
{
  omp_alloctrait_t trait = { (omp_alloctrait_key_t)key, value };
  CHECK (omp_init_allocator (omp_default_mem_space, 1, &trait)
         == omp_null_allocator);
}

static void
fallbacks (void)
{
  omp_alloctrait_t pool = { omp_atk_pool_size, 2048 };
  omp_allocator_handle_t null
      = make (TRAITS (pool, { omp_atk_fallback, omp_atv_null_fb }));
  omp_allocator_handle_t memory
      = make (TRAITS (pool, { omp_atk_fallback, omp_atv_default_mem_fb },
                      { omp_atk_alignment, 256 }));
  omp_allocator_handle_t other
      = make (TRAITS (pool, { omp_atk_fallback, omp_atv_allocator_fb },
                      { omp_atk_fb_data, (uintptr_t)memory }));
  omp_allocator_handle_t defaults = make (TRAITS (
      pool, { omp_atk_fallback, omp_atv_default },
      { omp_atk_alignment, omp_atv_default }, { omp_atk_pinned, omp_atv_false },
      { omp_atk_sync_hint, omp_atv_contended },
      { omp_atk_access, omp_atv_thread },
      { omp_atk_partition, omp_atv_interleaved }));
  CHECK (omp_alloc (5000, null) == NULL);
  CHECK (omp_calloc (1000, 5, null) == NULL);
  volatile size_t huge = (size_t)1 << (4 * sizeof (size_t) + 8);
  CHECK (omp_calloc (huge, huge, null) == NULL);
  /* The fallback of the fallback of the fallback.  */
  for (size_t size = 1; size < 100000; size *= 7)
    {
      omp_allocator_handle_t all[] = { memory, other, defaults };
      for (int i = 0; i < 3; i++)
        {
          char *p = omp_alloc (size, all[i]);
          CHECK (p != NULL);
          memset (p, i, size);
          p = omp_realloc (p, size * 2, all[i], all[i]);
          CHECK (p != NULL && p[size - 1] == i);
          omp_free (p, i % 2 ? all[i] : omp_null_allocator);
        }
    }
  omp_destroy_allocator (null);
  omp_destroy_allocator (other);
  omp_destroy_allocator (memory);
  omp_destroy_allocator (defaults);
}

/* What is freed can be had again, by many threads at once.  */
static void
pool (void)
{
  omp_allocator_handle_t a = make (TRAITS (
      { omp_atk_pool_size, 100000 }, { omp_atk_fallback, omp_atv_null_fb }));
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 2000; i++)
    {
      char *p = omp_alloc (20000, a);
      CHECK (p != NULL);
      p[0] = p[19999] = 1;
      omp_free (p, a);
    }
  char *last = omp_alloc (90000, a);
  CHECK (last != NULL && omp_alloc (20000, a) == NULL);
  omp_free (last, a);
  last = omp_aligned_calloc (4096, 9, 10000, a);
  CHECK (last != NULL && (uintptr_t)last % 4096 == 0 && last[89999] == 0);
  omp_free (last, a);
  omp_destroy_allocator (a);
}

static void
wrong (void)
{
  refuse (omp_atk_alignment, 3);
  refuse (omp_atk_alignment, 0);
  refuse (omp_atk_fallback, 77);
  refuse (omp_atk_access, omp_atv_null_fb);
  refuse (omp_atk_sync_hint, omp_atv_all);
  refuse (omp_atk_partition, omp_atv_true);
  refuse (omp_atk_pinned, omp_atv_default_mem_fb);
  refuse (99, 1);
  CHECK (omp_init_allocator ((omp_memspace_handle_t)77, 0, NULL)
         == omp_null_allocator);
  omp_allocator_handle_t a
      = omp_init_allocator (omp_large_cap_mem_space, 0, NULL);
  CHECK (a != omp_null_allocator);
  omp_destroy_allocator (a);
}

extern void *GOMP_alloc (size_t, size_t, uintptr_t);
extern void GOMP_free (void *, uintptr_t);

/* Clauses, and what newer compilers make of the directive.  */
static void
clauses (void)
{
  int sum = 0, own[100];
  for (int i = 0; i < 100; i++)
    own[i] = i;
#pragma omp parallel num_threads(3) reduction(+ : sum) firstprivate(own)       \
    allocate(omp_low_lat_mem_alloc : own)
  {
    int *p = GOMP_alloc (128, 400, omp_pteam_mem_alloc);
    CHECK ((uintptr_t)p % 128 == 0);
    p[99] = own[99];
#pragma omp task firstprivate(own) allocate(omp_high_bw_mem_alloc              \
                                            : own) shared(sum) if (0)
    sum += own[99] + p[99];
    GOMP_free (p, omp_pteam_mem_alloc);
    CHECK (GOMP_alloc (128, 0, omp_default_mem_alloc) == NULL);
  }
  CHECK (sum == 2 * 297);
}

int
main (void)
{
  fallbacks ();
  pool ();
  wrong ();
  clauses ();
  return 0;
}
