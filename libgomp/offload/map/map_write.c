/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address map of a device: operations with its lock, see map.c.  Mappings
   are found, inserted, joined to structures, removed and recycled.  No copy, no
   call of a device.  */

#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "offload/map/attach.h"
#include "offload/map/link.h"
#include "offload/map/map_internal.h"

/* ---- Memory.  */

bool
gomp_map_grow_cache (struct gomp_map *map, unsigned bits)
{
  struct gomp_map_cache *old
      = atomic_load_explicit (&map->cache, memory_order_relaxed);
  struct gomp_map_cache *cache
      = gomp_alloc_zeroed (sizeof (*cache) + (sizeof (cache->slot[0]) << bits));
  if (cache == NULL)
    return false;
  cache->bits = bits;
  cache->previous = old;
  /* Release: pairs with the acquire in cache_slot.  */
  atomic_store_explicit (&map->cache, cache, memory_order_release);
  return true;
}

static void
free_extra (struct gomp_mapping *mapping)
{
  struct gomp_mapping_extra *extra = gomp_mapping_extra_if_any (mapping);
  if (likely (extra == NULL))
    return;
  gomp_attachments_free (extra->attachments);
  gomp_free (extra);
}

static void
recycle_one (struct gomp_map *map, struct gomp_mapping *mapping)
{
  gomp_invariant ((load_counts (mapping) & GOMP_COUNTS_DEAD) != 0,
                  "a mapping is recycled that is alive: %#lx",
                  (unsigned long)load_counts (mapping));
  gomp_invariant ((load_counts (mapping) & GOMP_COUNTS_HOLDS) <= 1,
                  "a mapping is recycled that has holds: %#lx",
                  (unsigned long)load_counts (mapping));
  free_extra (mapping);
  mapping->free_next = map->free_mappings;
  map->free_mappings = mapping;
}

struct gomp_block *
gomp_map_recycle_locked (struct gomp_map *map, struct gomp_mapping *mapping)
{
  struct gomp_block *block = mapping->block;
  struct gomp_mapping *sibling = gomp_mapping_sibling (mapping);
  recycle_one (map, mapping);
  while (unlikely (sibling != NULL))
    {
      struct gomp_mapping *next = gomp_mapping_sibling (sibling);
      recycle_one (map, sibling);
      sibling = next;
    }
  return block;
}

/* ---- Finding.  */

static struct gomp_mapping *
find_bytes_locked (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_tree_range *range
      = likely (start < end) ? gomp_tree_find_locked (&map->tree, start, end)
                             : NULL;
  return range == NULL ? NULL
                       : container_of (range, struct gomp_mapping, range);
}

static size_t
empty_count (struct gomp_map *map)
{
  return atomic_load_explicit (&map->empty_count, memory_order_relaxed);
}

static struct gomp_mapping *
find_empty_locked (struct gomp_map *map, uintptr_t start)
{
  for (size_t i = 0; i < empty_count (map); i++)
    if (gomp_mapping_start (map->empty[i]) == start)
      return map->empty[i];
  return NULL;
}

struct gomp_mapping *
gomp_map_find_locked (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  /* The byte at the last address, for which END is 0, belongs to no
     mapping.  */
  if (likely (end != start))
    return find_bytes_locked (map, start, end);
  struct gomp_mapping *mapping = find_bytes_locked (map, start, start + 1);
  if (mapping == NULL && start > 0)
    mapping = find_bytes_locked (map, start - 1, start);
  if (mapping == NULL)
    mapping = find_empty_locked (map, start);
  return mapping;
}

void
gomp_map_remember (struct gomp_map *map, uintptr_t address,
                   struct gomp_mapping *mapping)
{
  remember (map, address, mapping);
}

bool
gomp_map_take_locked (struct gomp_mapping *mapping, enum gomp_map_take take)
{
  mapping = gomp_mapping_owner (mapping);
  uint64_t counts = load_counts (mapping);
  do
    {
      if (counts & GOMP_COUNTS_DEAD)
        return false;
    }
  while (!exchange_counts (mapping, &counts, gomp_counts_taken (counts, take)));
  return true;
}

static bool
grow_mappings (struct gomp_map *map)
{
  struct gomp_map_chunk *chunk = gomp_alloc_aligned (64, sizeof (*chunk));
  if (chunk == NULL)
    return false;
  memset (chunk, 0, sizeof (*chunk));
  chunk->next = map->chunks;
  map->chunks = chunk;
  for (int i = CHUNK_MAPPINGS - 1; i >= 0; i--)
    {
      struct gomp_mapping *mapping = &chunk->mappings[i];
      atomic_init (&mapping->counts, GOMP_COUNTS_DEAD);
      mapping->free_next = map->free_mappings;
      map->free_mappings = mapping;
    }
  return true;
}

static bool
insert_empty_locked (struct gomp_map *map, struct gomp_mapping *mapping)
{
  size_t count = empty_count (map);
  if (count == map->empty_capacity)
    {
      size_t capacity = count == 0 ? 16 : 2 * count;
      struct gomp_mapping **list = gomp_alloc (capacity * sizeof (*list));
      if (list == NULL)
        return false;
      if (count > 0)
        memcpy (list, map->empty, count * sizeof (*list));
      gomp_free (map->empty);
      map->empty = list;
      map->empty_capacity = capacity;
    }
  map->empty[count] = mapping;
  mapping->flags |= GOMP_MAPPING_EMPTY;
  atomic_store_explicit (&map->empty_count, count + 1, memory_order_relaxed);
  return true;
}

static void
remove_empty_locked (struct gomp_map *map, struct gomp_mapping *mapping)
{
  size_t count = empty_count (map);
  for (size_t i = 0; i < count; i++)
    if (map->empty[i] == mapping)
      {
        map->empty[i] = map->empty[count - 1];
        atomic_store_explicit (&map->empty_count, count - 1,
                               memory_order_relaxed);
        return;
      }
}

static inline void
grow_cache_with_tree (struct gomp_map *map)
{
  struct gomp_map_cache *cache
      = atomic_load_explicit (&map->cache, memory_order_relaxed);
  if (unlikely (map->tree.count >> cache->bits != 0)
      && cache->bits < CACHE_MAX_BITS
      && !gomp_map_grow_cache (map, cache->bits + 1))
    gomp_error_clear ();
}

struct gomp_mapping *
gomp_map_insert_locked (struct gomp_map *map, uintptr_t start, uintptr_t end,
                        unsigned flags)
{
  if (unlikely (map->free_mappings == NULL) && !grow_mappings (map))
    return NULL;
  struct gomp_mapping *mapping = map->free_mappings;
  struct gomp_mapping *next = mapping->free_next;
  uint64_t counts
      = atomic_load_explicit (&mapping->counts, memory_order_relaxed);
  /* Release, both: a reader that sees them sees the word dead before.  */
  atomic_store_explicit (&mapping->range.start, start, memory_order_release);
  atomic_store_explicit (&mapping->range.end, end, memory_order_release);
  atomic_store_explicit (&mapping->ready, 0, memory_order_relaxed);
  mapping->flags = (uint16_t)flags;
  mapping->block = NULL;
  mapping->view = NULL;
  bool inserted = likely (end > start)
                      ? gomp_tree_insert (&map->tree, &mapping->range)
                      : insert_empty_locked (map, mapping);
  if (unlikely (!inserted))
    return NULL;
  /* Release, after the insertion: a thread that sees the new epoch sees the new
     tree.  */
  atomic_store_explicit (&map->epoch, gomp_map_epoch (map) + 1,
                         memory_order_release);
  if (gomp_link_is_any (map) && gomp_link_find_locked (map, start, end) != NULL)
    {
      mapping->flags |= GOMP_MAPPING_LINKED;
      mapping->turn = map->linked++;
    }
  gomp_invariant ((counts & GOMP_COUNTS_DEAD) != 0,
                  "a free mapping is alive: %#lx", (unsigned long)counts);
  map->free_mappings = next;
  atomic_store_explicit (&mapping->extra, (flags & GOMP_MAPPING_DYNAMIC) != 0,
                         memory_order_relaxed);
  counts = (counts & ~(GOMP_COUNTS_GENERATION - 1)) + GOMP_COUNTS_GENERATION
           + GOMP_COUNTS_REFERENCE + GOMP_COUNTS_HOLD;
  if (unlikely (flags & GOMP_MAPPING_MEMBER))
    counts |= GOMP_COUNTS_DEAD;
  if (flags & GOMP_MAPPING_UNHELD)
    counts -= GOMP_COUNTS_HOLD;
  if (flags & GOMP_MAPPING_UNSHARED)
    counts |= GOMP_COUNTS_UNSHARED;
  /* Release: pairs with the acquire in load_counts.  */
  atomic_store_explicit (&mapping->counts, counts, memory_order_release);
  remember (map, start, mapping);
  grow_cache_with_tree (map);
  return mapping;
}

struct gomp_mapping_extra *
gomp_mapping_extra (struct gomp_mapping *mapping)
{
  uintptr_t extra
      = atomic_load_explicit (&mapping->extra, memory_order_acquire);
  if (extra >= GOMP_EXTRA_COUNT)
    return (struct gomp_mapping_extra *)extra;
  struct gomp_mapping_extra *made = gomp_alloc_zeroed (sizeof (*made));
  if (made == NULL)
    return NULL;
  while (extra < GOMP_EXTRA_COUNT)
    {
      made->dynamic = extra;
      /* Release: pairs with the acquire in gomp_mapping_extra_if_any.  */
      if (atomic_compare_exchange_weak_explicit (
              &mapping->extra, &extra, (uintptr_t)made, memory_order_acq_rel,
              memory_order_acquire))
        return made;
    }
  gomp_free (made);
  return (struct gomp_mapping_extra *)extra;
}

bool
gomp_map_join_locked (struct gomp_mapping *mapping, struct gomp_mapping *owner)
{
  struct gomp_mapping_extra *member = gomp_mapping_extra (mapping);
  struct gomp_mapping_extra *first = gomp_mapping_extra (owner);
  if (member == NULL || first == NULL)
    return false;
  member->owner = owner;
  member->sibling = first->sibling;
  first->sibling = mapping;
  return true;
}

bool
gomp_map_end_unshared_locked (struct gomp_mapping *mapping)
{
  uint64_t counts
      = atomic_load_explicit (&mapping->counts, memory_order_relaxed);
  if ((counts & GOMP_COUNTS_UNSHARED) == 0)
    return false;
  /* No other thread changes the word without the lock.  Release: pairs with the
     acquire in load_counts.  */
  gomp_invariant ((counts & GOMP_COUNTS_INFINITE) == GOMP_COUNTS_REFERENCE,
                  "an unshared mapping has other references than one: %#lx",
                  (unsigned long)counts);
  counts = (counts & ~GOMP_COUNTS_UNSHARED) - GOMP_COUNTS_REFERENCE;
  atomic_store_explicit (&mapping->counts, counts | GOMP_COUNTS_DEAD,
                         memory_order_release);
  return true;
}

static void
take_out_locked (struct gomp_map *map, struct gomp_mapping *mapping)
{
  if (unlikely (mapping->flags & GOMP_MAPPING_EMPTY))
    remove_empty_locked (map, mapping);
  else
    gomp_tree_remove (&map->tree, &mapping->range);
}

struct gomp_block *
gomp_map_retire_locked (struct gomp_map *map, struct gomp_mapping *mapping)
{
  mapping = gomp_mapping_owner (mapping);
  take_out_locked (map, mapping);
  for (struct gomp_mapping *m = gomp_mapping_sibling (mapping);
       unlikely (m != NULL); m = gomp_mapping_sibling (m))
    take_out_locked (map, m);
  return gomp_map_drop_locked (map, mapping);
}

struct gomp_block *
gomp_map_drop_locked (struct gomp_map *map, struct gomp_mapping *mapping)
{
  mapping = gomp_mapping_owner (mapping);
  return drop_hold (mapping) ? gomp_map_recycle_locked (map, mapping) : NULL;
}

void
gomp_map_kill_locked (struct gomp_mapping *mapping)
{
  uint64_t counts = load_counts (mapping), value;
  do
    value = ((counts & ~GOMP_COUNTS_UNSHARED) | GOMP_COUNTS_DEAD)
            + GOMP_COUNTS_HOLD;
  while (!exchange_counts (mapping, &counts, value));
}
