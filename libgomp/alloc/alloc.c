/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory allocators; see alloc.h.

   Each block follows a header, which records where the memory came from, its
   size and the allocator that it counts for:

     base ... padding ... | header, 32 bytes | block, aligned

   All memory spaces of a host are the ordinary memory.  Pinned memory comes in
   whole locked pages.  On a machine with several NUMA nodes, memory of an
   allocator with a partition also comes in whole pages.  The other traits about
   who uses the memory, and how, are checked and have no effect.  OpenMP 5.1
   sections 2.13.1 and 2.13.2, OpenMP 6.0 section 8.2.  */

#include "alloc/alloc.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "base/sizes.h"
#include "os/pages.h"

enum trait_value
{
#define TRAIT_VALUE(name, number) VALUE_##name = number,
#include "alloc/traits.def"
  VALUE_allocator_fb = 14,
  /* Of OpenMP 6.0, by clang 22; there all has a new number, and device its
     old one.  */
  VALUE_device = VALUE_all,
  VALUE_new_all = 19,
  VALUE_single = 20,
  VALUE_multiple = 21,
  VALUE_memspace = 22
};

#define PREDEFINED_MAX 8
#define SPACE_MAX 4
/* Smaller handles are numbers, larger ones addresses.  */
#define NUMBER_MAX 4095
/* ompx_gnu_pinned_mem_alloc.  */
#define PINNED_ALLOCATOR 200

struct allocator
{
  uintptr_t space;           /* omp_memspace_handle_t */
  size_t alignment;          /* least alignment of its blocks */
  size_t pool_size;          /* most bytes in use; SIZE_MAX: no limit */
  atomic_size_t pool_in_use; /* bytes in use, only under a limit */
  uintptr_t fallback;        /* what to do if memory is exhausted: a trait
                                value */
  uintptr_t fallback_handle; /* allocator of allocator_fb */
  bool pinned;               /* locked pages */
  uint8_t policy;            /* enum os_numa_policy */
};

/* Lies right before a block.  */
struct header
{
  void *base;          /* the address from malloc or the system */
  size_t total;        /* bytes from base on */
  uintptr_t allocator; /* handle of the allocator */
  size_t size;         /* bytes that the program asked for */
};
_Static_assert(sizeof (struct header) % 16 == 0, "blocks stay 16-byte aligned");

/* One entry for each predefined allocator, by its number.  */
static struct allocator predefined[PREDEFINED_MAX + 1] = {
#define ALLOCATOR(name, number, memory_space)                                  \
  [number] = { .space = memory_space,                                          \
               .alignment = 1,                                                 \
               .pool_size = SIZE_MAX,                                          \
               .fallback = VALUE_null_fb },
#include "alloc/traits.def"
};

static struct allocator pinned = { .alignment = 1,
                                   .pool_size = SIZE_MAX,
                                   .fallback = VALUE_null_fb,
                                   .pinned = true };

static bool
is_number (uintptr_t handle)
{
  return handle <= NUMBER_MAX;
}

/* Unknown numbers stand for the default allocator.  */
static struct allocator *
from_handle (uintptr_t handle)
{
  if (!is_number (handle))
    return (struct allocator *)handle;
  if (handle == PINNED_ALLOCATOR)
    return &pinned;
  return &predefined[handle >= 1 && handle <= PREDEFINED_MAX
                         ? handle
                         : GOMP_DEFAULT_ALLOCATOR];
}

static bool
is_power_of_two (uintptr_t n)
{
  return n != 0 && (n & (n - 1)) == 0;
}

/* Whether a trait about who uses the memory, and how, has the value.  */
static bool
is_word_of_use (enum gomp_trait_key key, uintptr_t value)
{
  switch (key)
    {
    case GOMP_TRAIT_SYNC_HINT:
      return value >= VALUE_contended && value <= VALUE_private;
    case GOMP_TRAIT_ACCESS:
      return (value >= VALUE_all && value <= VALUE_cgroup)
             || value == VALUE_new_all || value == VALUE_memspace;
    case GOMP_TRAIT_DEVICE_ACCESS:
    case GOMP_TRAIT_TARGET_ACCESS:
      return value >= VALUE_single && value <= VALUE_memspace;
    case GOMP_TRAIT_ATOMIC_SCOPE:
      return value == VALUE_new_all || value == VALUE_device;
    case GOMP_TRAIT_PIN_DEVICE:
    case GOMP_TRAIT_PREFERRED_DEVICE:
      return value <= INT_MAX;
    case GOMP_TRAIT_PART_SIZE:
      return value > 0;
    default:
      return false;
    }
}

/* Each stores the value of one trait; false if it is not valid.  */
static bool
set_number (struct allocator *a, enum gomp_trait_key key, uintptr_t value)
{
  bool is_default = value == (uintptr_t)VALUE_default;
  if (key == GOMP_TRAIT_POOL_SIZE)
    {
      a->pool_size = is_default ? SIZE_MAX : value;
      return true;
    }
  a->alignment = is_default ? 1 : value;
  return is_power_of_two (a->alignment);
}

static enum os_numa_policy
policy_of (uintptr_t partition)
{
  if (partition < VALUE_nearest || partition > VALUE_interleaved
      || os_memory_nodes () == 1)
    return OS_NUMA_ANYWHERE;
  if (partition == VALUE_nearest)
    return OS_NUMA_NEAREST;
  return partition == VALUE_blocked ? OS_NUMA_BLOCKED : OS_NUMA_INTERLEAVED;
}

static bool
set_word (struct allocator *a, enum gomp_trait_key key, uintptr_t value)
{
  bool is_default = value == (uintptr_t)VALUE_default;
  switch (key)
    {
    case GOMP_TRAIT_PARTITION:
      a->policy = policy_of (value);
      return is_default
             || (value >= VALUE_environment && value <= VALUE_interleaved);
    case GOMP_TRAIT_PINNED:
      a->pinned = value == VALUE_true;
      return is_default || value == VALUE_true || value == VALUE_false;
    case GOMP_TRAIT_FALLBACK:
      a->fallback = is_default ? (uintptr_t)VALUE_default_mem_fb : value;
      return is_default
             || (value >= VALUE_default_mem_fb && value <= VALUE_allocator_fb);
    default:
      return is_default
                 ? key >= GOMP_TRAIT_SYNC_HINT && key <= GOMP_TRAIT_PART_SIZE
                 : is_word_of_use (key, value);
    }
}

static bool
set_trait (struct allocator *a, const struct gomp_alloc_trait *trait)
{
  switch (trait->key)
    {
    case GOMP_TRAIT_ALIGNMENT:
    case GOMP_TRAIT_POOL_SIZE:
      return set_number (a, trait->key, trait->value);
    case GOMP_TRAIT_FB_DATA:
      a->fallback_handle = trait->value;
      return true;
    default:
      return set_word (a, trait->key, trait->value);
    }
}

uintptr_t
gomp_allocator_create (uintptr_t space, int trait_count,
                       const struct gomp_alloc_trait *traits)
{
  if (space > SPACE_MAX || (trait_count > 0 && traits == NULL))
    return 0;
  struct allocator *a = gomp_alloc_zeroed (sizeof (*a));
  if (a == NULL)
    return 0;
  a->space = space;
  a->alignment = 1;
  a->pool_size = SIZE_MAX;
  a->fallback = VALUE_default_mem_fb;
  a->fallback_handle = GOMP_DEFAULT_ALLOCATOR;
  for (int i = 0; i < trait_count; i++)
    if (!set_trait (a, &traits[i]))
      {
        gomp_free (a);
        return 0;
      }
  return (uintptr_t)a;
}

void
gomp_allocator_destroy (uintptr_t allocator)
{
  if (!is_number (allocator))
    gomp_free (from_handle (allocator));
}

/* Take BYTES from the pool in exchange for RETURNED, which the caller already
   has.  Relaxed: the count protects no other data.  */
static bool
pool_take (struct allocator *a, size_t bytes, size_t returned)
{
  if (a->pool_size == SIZE_MAX)
    return true;
  size_t used = atomic_load_explicit (&a->pool_in_use, memory_order_relaxed);
  do
    if (bytes > a->pool_size || used - returned > a->pool_size - bytes)
      return false;
  while (!atomic_compare_exchange_weak_explicit (
      &a->pool_in_use, &used, used - returned + bytes, memory_order_relaxed,
      memory_order_relaxed));
  gomp_invariant (used - returned + bytes <= a->pool_size,
                  "a pool of %zu bytes has %zu in use", a->pool_size,
                  used - returned + bytes);
  return true;
}

static void
pool_give_back (struct allocator *a, size_t bytes)
{
  if (a->pool_size == SIZE_MAX)
    return;
  size_t used = atomic_fetch_sub_explicit (&a->pool_in_use, bytes,
                                           memory_order_relaxed);
  gomp_invariant (bytes <= used, "a pool with %zu bytes in use gets %zu back",
                  used, bytes);
  (void)used;
}

static bool
is_of_pages (const struct allocator *a)
{
  return a->pinned || a->policy != OS_NUMA_ANYWHERE;
}

static void *
raw_alloc (const struct allocator *a, size_t total, bool zeroed)
{
  void *pages;
  if (is_of_pages (a))
    return os_pages_alloc (total, (enum os_numa_policy)a->policy, a->pinned,
                           &pages)
                   == 0
               ? pages
               : NULL;
  return zeroed ? calloc (1, total) : malloc (total);
}

static void
raw_free (const struct allocator *a, void *base, size_t total)
{
  if (is_of_pages (a))
    os_pages_free (base, total);
  else
    free (base);
}

/* Limits the search if allocators fall back to each other.  */
#define FALLBACKS_MAX 64
/* The alignment that malloc and the header give in any case.  */
#define NATURAL_ALIGNMENT 16

/* The bytes that the pool of HANDLE gets back when the block of OLD, which may
   be NULL, is replaced.  */
static size_t
returned_by (const struct header *old, uintptr_t handle)
{
  return old != NULL && old->allocator == handle ? old->total : 0;
}

/* A block from this one allocator, or NULL.  If OLD's block is of the same
   pool, the new block replaces it in the pool's count.  */
static void *
try_alloc (uintptr_t handle, size_t align, size_t size, bool zeroed,
           const struct header *old)
{
  struct allocator *a = from_handle (handle);
  if (align < a->alignment)
    align = a->alignment;
  size_t padding = align > NATURAL_ALIGNMENT ? align - NATURAL_ALIGNMENT : 0;
  size_t total
      = gomp_size_sum (gomp_size_sum (size, sizeof (struct header)), padding);
  if (total == SIZE_MAX || !pool_take (a, total, returned_by (old, handle)))
    return NULL;
  void *base = raw_alloc (a, total, zeroed);
  if (base == NULL)
    {
      pool_give_back (a, total - returned_by (old, handle));
      return NULL;
    }
  uintptr_t block = (uintptr_t)base + sizeof (struct header);
  if (padding > 0)
    block = (block + align - 1) & ~(uintptr_t)(align - 1);
  gomp_invariant (block % align == 0, "block %#lx is not aligned to %zu", block,
                  align);
  ((struct header *)block)[-1] = (struct header){ base, total, handle, size };
  return (void *)block;
}

/* The allocator to try after HANDLE failed; 0: give up.  */
static uintptr_t
fallback_of (uintptr_t handle)
{
  const struct allocator *a = from_handle (handle);
  if (a->fallback == VALUE_default_mem_fb)
    return GOMP_DEFAULT_ALLOCATOR;
  return a->fallback == VALUE_allocator_fb ? a->fallback_handle : 0;
}

/* The least power of two that is not below ALIGN; if there is none, an
   alignment that cannot be satisfied.  */
static size_t
round_alignment (size_t align)
{
  const size_t most = SIZE_MAX / 2 + 1;
  size_t power = 1;
  while (power < align && power < most)
    power *= 2;
  return power;
}

/* A block of the fallback has the alignment that the allocator promised.  OLD
   is as in try_alloc.  */
static inline enum gomp_status
alloc_block (uintptr_t allocator, size_t align, size_t size, bool zeroed,
             const struct header *old, void **block)
{
  uintptr_t handle = allocator;
  if (unlikely (!is_power_of_two (align)))
    align = round_alignment (align);
  if (align < from_handle (allocator)->alignment)
    align = from_handle (allocator)->alignment;
  for (int step = 0; step < FALLBACKS_MAX; step++)
    {
      *block = try_alloc (handle, align, size, zeroed, old);
      if (likely (*block != NULL))
        return GOMP_OK;
      uintptr_t next = fallback_of (handle);
      if (next == 0)
        break;
      handle = next;
    }
  if (from_handle (handle)->fallback != VALUE_abort_fb)
    return GOMP_OK;
  return gomp_error_set (GOMP_ERR_NOMEM, "Out of memory allocating %lu bytes",
                         (unsigned long)size);
}

enum gomp_status
gomp_block_alloc (uintptr_t allocator, size_t align, size_t size, bool zeroed,
                  void **block)
{
  return alloc_block (allocator, align, size, zeroed, NULL, block);
}

static struct header *
header_of (void *block)
{
  return (struct header *)block - 1;
}

void
gomp_block_free (void *block)
{
  if (block == NULL)
    return;
  struct header h = *header_of (block);
  struct allocator *a = from_handle (h.allocator);
  gomp_invariant (h.size + sizeof (h) <= h.total
                      && (char *)h.base + sizeof (h) <= (char *)block
                      && (char *)block + h.size <= (char *)h.base + h.total,
                  "block %p of %zu bytes does not lie in %zu from %p", block,
                  h.size, h.total, h.base);
  raw_free (a, h.base, h.total);
  pool_give_back (a, h.total);
}

/* Resize in place if malloc knows the block's start; otherwise NULL.  */
static void *
try_resize (void *old, size_t size)
{
  struct header h = *header_of (old);
  struct allocator *a = from_handle (h.allocator);
  size_t total = gomp_size_sum (size, sizeof (h));
  if (is_of_pages (a) || a->pool_size != SIZE_MAX || total == SIZE_MAX
      || (char *)h.base + sizeof (h) != (char *)old
      || a->alignment > NATURAL_ALIGNMENT)
    return NULL;
  struct header *moved = realloc (h.base, total);
  if (moved == NULL)
    return NULL;
  *moved = (struct header){ moved, total, h.allocator, size };
  return moved + 1;
}

enum gomp_status
gomp_block_realloc (void *old, uintptr_t allocator, size_t size, void **block)
{
  const struct header *h = header_of (old);
  if (allocator == 0)
    allocator = h->allocator;
  if (allocator == h->allocator)
    {
      *block = try_resize (old, size);
      if (*block != NULL)
        return GOMP_OK;
    }
  enum gomp_status status = alloc_block (allocator, 1, size, false, h, block);
  if (status != GOMP_OK || *block == NULL)
    return status;
  memcpy (*block, old, size < h->size ? size : h->size);
  /* If both are of the same allocator, its pool already counts the old block's
     bytes.  */
  if (header_of (*block)->allocator == h->allocator)
    raw_free (from_handle (h->allocator), h->base, h->total);
  else
    gomp_block_free (old);
  return GOMP_OK;
}
