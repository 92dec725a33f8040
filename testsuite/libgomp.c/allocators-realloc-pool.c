/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* In a pool, the new block of omp_realloc counts in place of the old one: it
   succeeds if a new block of that size fits without the old one.  */

#include <omp.h>
#include <string.h>

#include "check.h"

#define POOL 4096
#define OTHER 1000

static omp_allocator_handle_t
make (void)
{
  const omp_alloctrait_t traits[]
      = { { omp_atk_pool_size, POOL }, { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 2, traits);
  CHECK (a != omp_null_allocator);
  return a;
}

/* Whether SIZE bytes fit into what is left of the pool.  */
static int
fits (omp_allocator_handle_t a, size_t size)
{
  void *p = omp_alloc (size, a);
  omp_free (p, a);
  return p != NULL;
}

static void
check_bytes (const char *p, size_t size)
{
  for (size_t i = 0; i < size; i++)
    CHECK (p[i] == (char)(i * 7));
}

static void
set_bytes (char *p, size_t size)
{
  for (size_t i = 0; i < size; i++)
    p[i] = (char)(i * 7);
}

/* From SMALL to every size, and back, beside a block or none.  */
static void
resize (omp_allocator_handle_t a, size_t small)
{
  for (size_t size = 1; size <= POOL + 64; size += 13)
    {
      int possible = fits (a, size);
      char *p = omp_alloc (small, a);
      CHECK (p != NULL);
      set_bytes (p, small);
      char *larger = omp_realloc (p, size, a, a);
      CHECK ((larger != NULL) == possible);
      if (larger != NULL)
        {
          check_bytes (larger, size < small ? size : small);
          p = omp_realloc (larger, small, a, a);
          CHECK (p != NULL);
          check_bytes (p, size < small ? size : small);
        }
      else
        check_bytes (p, small);
      omp_free (p, a);
    }
}

/* After all this the pool is as it was.  */
static void
check_pool (void)
{
  omp_allocator_handle_t a = make ();
  size_t most = POOL;
  while (!fits (a, most))
    most--;
  resize (a, 1);
  resize (a, most);
  void *other = omp_alloc (OTHER, a);
  resize (a, 100);
  omp_free (other, a);
  CHECK (fits (a, most) && !fits (a, most + 1));
  omp_destroy_allocator (a);
}

/* From one pool to another each has its own bytes.  */
static void
check_two_pools (void)
{
  omp_allocator_handle_t a = make (), b = make ();
  void *of_b = omp_alloc (2500, b);
  void *p = omp_alloc (2500, a);
  CHECK (p != NULL && of_b != NULL);
  CHECK (omp_realloc (p, 2500, b, a) == NULL);
  omp_free (of_b, b);
  p = omp_realloc (p, 2500, b, a);
  CHECK (p != NULL);
  CHECK (fits (a, 3500) && !fits (b, 2500));
  omp_free (p, b);
  CHECK (fits (b, 3500));
  omp_destroy_allocator (a);
  omp_destroy_allocator (b);
}

int
main (void)
{
  omp_allocator_handle_t a = make ();
  void *p = omp_alloc (3071, a);
  CHECK (p != NULL);
  p = omp_realloc (p, 3072, a, a);
  CHECK (p != NULL);
  omp_free (p, a);
  omp_destroy_allocator (a);
  check_pool ();
  check_two_pools ();
#pragma omp parallel num_threads(4)
  check_pool ();
  return 0;
}
