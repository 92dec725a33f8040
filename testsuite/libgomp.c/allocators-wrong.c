/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-additional-options "-Wno-alloc-size-larger-than" } */
/* { dg-sanitizer-options "allocator_may_return_null=1" } */
/* { dg-skip-stock "crashes on some of this, which OpenMP does not allow" } */
/* Arguments that OpenMP does not allow do what the manual says.  Impossible
   sizes are out of memory, whatever the library adds to them.  */

#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

/* The block is usable to its last byte, beside others.  */
static void
use_blocks (size_t align, size_t least)
{
  enum
  {
    BLOCKS = 16
  };
  unsigned char *block[BLOCKS];

  for (int i = 0; i < BLOCKS; i++)
    {
      size_t size = 1 + 13 * i;
      block[i]
          = i % 2 ? omp_aligned_alloc (align, size, omp_default_mem_alloc)
                  : omp_aligned_calloc (align, 1, size, omp_default_mem_alloc);
      CHECK (block[i] && (uintptr_t)block[i] % least == 0);
      memset (block[i], i, size);
    }
  for (int i = 0; i < BLOCKS; i++)
    {
      for (int k = 0; k < 1 + 13 * i; k++)
        CHECK (block[i][k] == i);
      omp_free (block[i], omp_null_allocator);
    }
}

static void
alignments (void)
{
  static const struct
  {
    size_t asked, least;
  } rows[] = { { 0, 1 },     { 1, 1 },       { 3, 4 },      { 24, 32 },
               { 40, 64 },   { 48, 64 },     { 65, 128 },   { 96, 128 },
               { 100, 128 }, { 1000, 1024 }, { 4097, 8192 } };

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    use_blocks (rows[i].asked, rows[i].least);
  /* An eighth of a small address space may be free.  */
  for (int shift = 1; shift < (sizeof (size_t) > 4 ? 4 : 2); shift++)
    {
      size_t huge = SIZE_MAX >> (shift - 1);
      CHECK (!omp_aligned_alloc (huge, 96, omp_default_mem_alloc));
      CHECK (!omp_aligned_alloc (huge ^ huge >> 1, 96, omp_default_mem_alloc));
      CHECK (!omp_aligned_calloc (huge, 1, 96, omp_default_mem_alloc));
    }
}

static void
sizes (void)
{
  omp_allocator_handle_t a = omp_default_mem_alloc;
  char *block = omp_alloc (10, a);

  for (size_t less = 0; less < 200; less++)
    {
      CHECK (!omp_alloc (SIZE_MAX - less, a));
      CHECK (!omp_aligned_alloc (64, SIZE_MAX - less, a));
      CHECK (!omp_calloc (1, SIZE_MAX - less, a));
      CHECK (!omp_realloc (block, SIZE_MAX - less, a, a));
    }
  CHECK (!omp_calloc (SIZE_MAX / 2, 3, a) && !omp_calloc (3, SIZE_MAX / 2, a));
  CHECK (!omp_alloc (0, a) && !omp_calloc (0, 3, a) && !omp_calloc (3, 0, a));
  CHECK (!omp_aligned_alloc (64, 0, a));
  omp_free (block, a);
}

static omp_allocator_handle_t
make (int key, omp_uintptr_t value)
{
  omp_alloctrait_t trait = { key, value };
  return omp_init_allocator (omp_default_mem_space, 1, &trait);
}

static void
traits (void)
{
  static const int words[]
      = { omp_atk_sync_hint, omp_atk_access, omp_atk_fallback, omp_atk_pinned,
          omp_atk_partition };

  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    CHECK (make (words[i], 99) == omp_null_allocator);
  CHECK (make (omp_atk_alignment, 0) == omp_null_allocator);
  CHECK (make (omp_atk_alignment, 24) == omp_null_allocator);
  CHECK (make (0, 1) == omp_null_allocator);
  CHECK (make (99, 1) == omp_null_allocator);
  CHECK (omp_init_allocator (omp_default_mem_space, 1, NULL)
         == omp_null_allocator);
  CHECK (omp_init_allocator ((omp_memspace_handle_t)77, 0, NULL)
         == omp_null_allocator);
}

/* Falling back to an allocator that is none, or to nothing that was named.  */
static void
fallbacks (void)
{
  omp_alloctrait_t t[] = { { omp_atk_pool_size, 0 },
                           { omp_atk_fallback, omp_atv_allocator_fb },
                           { omp_atk_fb_data, 99 } };

  for (int count = 2; count <= 3; count++)
    {
      omp_allocator_handle_t a
          = omp_init_allocator (omp_default_mem_space, count, t);
      char *block = omp_alloc (10, a);
      CHECK (block != NULL);
      omp_free (block, a);
      omp_destroy_allocator (a);
    }
}

static void
handles (void)
{
  for (int number = 9; number < 300; number += 40)
    {
      omp_allocator_handle_t a = (omp_allocator_handle_t)number;
      char *block = omp_alloc (10, a);
      CHECK (block != NULL);
      omp_free (block, omp_high_bw_mem_alloc);
      omp_destroy_allocator (a);
    }
  omp_destroy_allocator (omp_null_allocator);
  omp_destroy_allocator (omp_default_mem_alloc);
  omp_free (omp_alloc (10, omp_default_mem_alloc), omp_null_allocator);
}

int
main (void)
{
  alignments ();
  sizes ();
  traits ();
  fallbacks ();
  handles ();
  return 0;
}
