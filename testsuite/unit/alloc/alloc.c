/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Allocators: traits, alignment, pools, fallbacks, resizing, and the set of
   remembered addresses.  */

#include "alloc/alloc.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum
{
  TRUE = 1,
  DEFAULT_MEM_FB = 11,
  NULL_FB = 12,
  ABORT_FB = 13,
  ALLOCATOR_FB = 14
};

static void *
get (uintptr_t allocator, size_t align, size_t size)
{
  void *block;
  return gomp_block_alloc (allocator, align, size, false, &block) == GOMP_OK
             ? block
             : NULL;
}

static uintptr_t
make1 (int key, uintptr_t value)
{
  struct gomp_alloc_trait trait = { key, value };
  return gomp_allocator_create (0, 1, &trait);
}

static void
test_predefined (void)
{
  for (uintptr_t a = 1; a <= 8; a++)
    {
      char *p = get (a, 1, 100);
      EXPECT (p != NULL && (uintptr_t)p % 16 == 0);
      memset (p, 0xff, 100);
      gomp_block_free (p);
    }
  gomp_block_free (NULL);
  gomp_allocator_destroy (3);
}

static void
test_alignment (void)
{
  for (size_t align = 1; align <= 1 << 16; align *= 2)
    {
      void *p = get (1, align, 33);
      EXPECT (p != NULL && (uintptr_t)p % align == 0);
      gomp_block_free (p);
    }
  uintptr_t a = make1 (GOMP_TRAIT_ALIGNMENT, 256);
  void *p = get (a, 8, 10);
  EXPECT (p != NULL && (uintptr_t)p % 256 == 0);
  gomp_block_free (p);
  gomp_allocator_destroy (a);
}

static void
test_zeroed (void)
{
  char *dirty = get (1, 1, 4096);
  memset (dirty, 1, 4096);
  gomp_block_free (dirty);
  void *block;
  EXPECT (gomp_block_alloc (1, 64, 4096, true, &block) == GOMP_OK);
  for (size_t i = 0; i < 4096; i++)
    EXPECT (((char *)block)[i] == 0);
  gomp_block_free (block);
}

static void
test_traits_refused (void)
{
  EXPECT (make1 (GOMP_TRAIT_ALIGNMENT, 0) == 0);
  EXPECT (make1 (GOMP_TRAIT_ALIGNMENT, 48) == 0);
  EXPECT (make1 (GOMP_TRAIT_PINNED, 2) == 0);
  EXPECT (make1 (GOMP_TRAIT_FALLBACK, 10) == 0);
  EXPECT (make1 (GOMP_TRAIT_PARTITION, 14) == 0);
  EXPECT (make1 (GOMP_TRAIT_ACCESS, 5) == 0);
  EXPECT (make1 (GOMP_TRAIT_SYNC_HINT, 9) == 0);
  EXPECT (make1 (0, 0) == 0);
  EXPECT (make1 (GOMP_TRAIT_PART_SIZE + 1, 0) == 0);
  EXPECT (gomp_allocator_create (5, 0, NULL) == 0);
}

static void
test_traits_accepted (void)
{
  const uintptr_t standard = (uintptr_t)-1;
  for (int key = GOMP_TRAIT_SYNC_HINT; key <= GOMP_TRAIT_PART_SIZE; key++)
    {
      uintptr_t a = make1 (key, standard);
      EXPECT (a != 0);
      gomp_allocator_destroy (a);
    }
  for (uintptr_t space = 0; space <= 4; space++)
    {
      uintptr_t a = gomp_allocator_create (space, 0, NULL);
      void *p = get (a, 1, 10);
      EXPECT (a != 0 && p != NULL);
      gomp_block_free (p);
      gomp_allocator_destroy (a);
    }
}

/* What the library takes before each block.  */
#define HEAD (4 * sizeof (void *))

static void
test_pool (void)
{
  const size_t left = 1024 - 400 - 2 * HEAD;
  struct gomp_alloc_trait traits[]
      = { { GOMP_TRAIT_POOL_SIZE, 1024 }, { GOMP_TRAIT_FALLBACK, NULL_FB } };
  uintptr_t a = gomp_allocator_create (0, 2, traits);
  EXPECT (get (a, 1, 1024) == NULL);
  void *p = get (a, 1, 1024 - HEAD);
  EXPECT (p != NULL);
  EXPECT (get (a, 1, 1) == NULL);
  gomp_block_free (p);
  p = get (a, 1, 400);
  void *q = get (a, 1, 400);
  EXPECT (p != NULL && q != NULL && get (a, 1, 400) == NULL);
  void *r;
  EXPECT (gomp_block_realloc (p, 0, left + 1, &r) == GOMP_OK && r == NULL);
  EXPECT (gomp_block_realloc (p, 0, left, &r) == GOMP_OK && r != NULL);
  gomp_block_free (q);
  EXPECT (gomp_block_realloc (r, 0, 1024 - HEAD, &p) == GOMP_OK && p != NULL);
  gomp_block_free (p);
  p = get (a, 1, 1024 - HEAD);
  EXPECT (p != NULL);
  gomp_block_free (p);
  gomp_allocator_destroy (a);
}

static void
test_fallback (void)
{
  struct gomp_alloc_trait traits[] = { { GOMP_TRAIT_POOL_SIZE, 64 },
                                       { GOMP_TRAIT_FALLBACK, ABORT_FB },
                                       { GOMP_TRAIT_FB_DATA, 1 } };
  uintptr_t a = gomp_allocator_create (0, 2, traits);
  void *p;
  EXPECT (gomp_block_alloc (a, 1, 1000, false, &p) == GOMP_ERR_NOMEM);
  EXPECT (strcmp (gomp_error_text (), "Out of memory allocating 1000 bytes")
          == 0);
  traits[1].value = DEFAULT_MEM_FB;
  uintptr_t b = gomp_allocator_create (0, 2, traits);
  p = get (b, 1, 1000);
  EXPECT (p != NULL);
  gomp_block_free (p);
  traits[1].value = ALLOCATOR_FB;
  traits[2].value = b;
  uintptr_t c = gomp_allocator_create (0, 3, traits);
  p = get (c, 1, 1000);
  EXPECT (p != NULL);
  gomp_block_free (p);
  gomp_allocator_destroy (a);
  gomp_allocator_destroy (b);
  gomp_allocator_destroy (c);
}

static void
test_realloc (void)
{
  char *p = get (1, 1, 100);
  for (int i = 0; i < 100; i++)
    p[i] = (char)i;
  void *q;
  EXPECT (gomp_block_realloc (p, 0, 100000, &q) == GOMP_OK && q != NULL);
  for (int i = 0; i < 100; i++)
    EXPECT (((char *)q)[i] == i);
  uintptr_t a = make1 (GOMP_TRAIT_ALIGNMENT, 512);
  EXPECT (gomp_block_realloc (q, a, 50, &q) == GOMP_OK);
  EXPECT ((uintptr_t)q % 512 == 0);
  EXPECT (gomp_block_realloc (q, 0, 5000, &q) == GOMP_OK);
  EXPECT ((uintptr_t)q % 512 == 0);
  for (int i = 0; i < 50; i++)
    EXPECT (((char *)q)[i] == i);
  gomp_block_free (q);
  gomp_allocator_destroy (a);
}

static void
test_pinned (void)
{
  uintptr_t a = make1 (GOMP_TRAIT_PINNED, TRUE);
  char *p = get (a, 64, 10000);
  EXPECT (p != NULL && (uintptr_t)p % 64 == 0);
  memset (p, 7, 10000);
  void *q;
  EXPECT (gomp_block_realloc (p, 0, 20000, &q) == GOMP_OK);
  EXPECT (q != NULL && ((char *)q)[9999] == 7);
  gomp_block_free (q);
  gomp_allocator_destroy (a);
}

static void
test_overflow (void)
{
  uintptr_t a = make1 (GOMP_TRAIT_FALLBACK, NULL_FB);
  EXPECT (get (a, 1, SIZE_MAX) == NULL);
  EXPECT (get (a, 4096, SIZE_MAX - 40) == NULL);
  gomp_allocator_destroy (a);
}

#define ADDRESSES 2000

static void
test_remembered (void)
{
  static char memory[ADDRESSES * 16];
  bool in[ADDRESSES] = { false };
  unsigned random = 1;
  EXPECT (!gomp_alloc_forget (memory));
  EXPECT (gomp_alloc_remember (NULL) == GOMP_OK && !gomp_alloc_forget (NULL));
  for (int i = 0; i < 100000; i++)
    {
      random = random * 1103515245 + 12345;
      unsigned n = (random >> 8) % ADDRESSES;
      if (random >> 30 & 1)
        {
          EXPECT (gomp_alloc_remember (memory + n * 16) == GOMP_OK);
          in[n] = true;
        }
      else
        {
          EXPECT (gomp_alloc_forget (memory + n * 16) == in[n]);
          in[n] = false;
        }
    }
  for (int i = 0; i < ADDRESSES; i++)
    EXPECT (gomp_alloc_forget (memory + i * 16) == in[i]);
}

int
main (void)
{
  RUN (test_predefined);
  RUN (test_alignment);
  RUN (test_zeroed);
  RUN (test_traits_refused);
  RUN (test_traits_accepted);
  RUN (test_pool);
  RUN (test_fallback);
  RUN (test_realloc);
  RUN (test_pinned);
  RUN (test_overflow);
  RUN (test_remembered);
  return check_done ();
}
