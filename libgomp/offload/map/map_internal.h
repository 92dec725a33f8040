/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by map.c and map_write.c; see map.c.  */

#ifndef GOMP_OFFLOAD_MAP_MAP_INTERNAL_H
#define GOMP_OFFLOAD_MAP_MAP_INTERNAL_H

#include "base/invariant.h"
#include "offload/map/map.h"

#define CHUNK_MAPPINGS 64
struct gomp_map_chunk
{
  struct gomp_map_chunk *next; /* chunk allocated before */
  struct gomp_mapping mappings[CHUNK_MAPPINGS] __attribute__ ((aligned (64)));
};

/* ---- The table of recent answers.  */

#define CACHE_LINE_BITS 6
#define CACHE_MIN_BITS 8
#define CACHE_MAX_BITS 20

struct gomp_map_cache
{
  struct gomp_map_cache *previous; /* smaller one, replaced by this */
  unsigned bits;                   /* log2 of the slots */
  _Atomic (struct gomp_mapping *) slot[];
};

static inline _Atomic (struct gomp_mapping *) *
cache_slot (struct gomp_map *map, uintptr_t address)
{
  struct gomp_map_cache *cache
      = atomic_load_explicit (&map->cache, memory_order_acquire);
  uintptr_t line = address >> CACHE_LINE_BITS;
  line ^= line >> cache->bits;
  return &cache->slot[line & (((uintptr_t)1 << cache->bits) - 1)];
}

static inline void
remember (struct gomp_map *map, uintptr_t address, struct gomp_mapping *mapping)
{
  /* Release: pairs with the acquire in candidate.  */
  atomic_store_explicit (cache_slot (map, address), mapping,
                         memory_order_release);
}

/* Replace the table by one of 1 << BITS slots.  False: no memory
   (recorded).  */
HIDDEN bool gomp_map_grow_cache (struct gomp_map *map, unsigned bits);

static inline struct gomp_mapping *
cached (struct gomp_map *map, uintptr_t address)
{
  /* Acquire: pairs with the release in remember.  */
  return atomic_load_explicit (cache_slot (map, address), memory_order_acquire);
}

/* ---- Counts.  */

static inline uint64_t
load_counts (struct gomp_mapping *mapping)
{
  /* Acquire: pairs with the release of what last changed the word, at least
     that of insert_locked.  */
  return atomic_load_explicit (&mapping->counts, memory_order_acquire);
}

static inline bool
exchange_counts (struct gomp_mapping *mapping, uint64_t *seen, uint64_t value)
{
  return atomic_compare_exchange_weak_explicit (&mapping->counts, seen, value,
                                                memory_order_acq_rel,
                                                memory_order_acquire);
}

/* ALONE: no other thread changes the word, see gomp_map_is_alone.  */
static inline bool
change_counts (struct gomp_mapping *mapping, uint64_t *seen, uint64_t value,
               bool alone)
{
  if (!alone)
    return exchange_counts (mapping, seen, value);
  /* Release: pairs with the acquire in load_counts.  */
  atomic_store_explicit (&mapping->counts, value, memory_order_release);
  return true;
}

/* COUNTS with one reference less, or with none if ALL; a dead mapping is
   held.  */
static inline uint64_t
released (uint64_t counts, bool all)
{
  if (gomp_counts_are_infinite (counts))
    return counts;
  counts
      = all ? counts & ~GOMP_COUNTS_INFINITE : counts - GOMP_COUNTS_REFERENCE;
  return (counts & GOMP_COUNTS_INFINITE) == 0
             ? (counts | GOMP_COUNTS_DEAD) + GOMP_COUNTS_HOLD
             : counts;
}

/* Release one reference (ALL: every reference) of CANDIDATE, which may be any
   mapping, if it is alive and filled and covers [START, END).  ALONE: as for
   change_counts.  *DIED: it is now dead, and only then held.  */
static inline bool
gomp_map_release_candidate (struct gomp_mapping *candidate, uintptr_t start,
                            uintptr_t end, bool all, bool alone, bool *died)
{
  uint64_t counts = load_counts (candidate), value;
  uint64_t generation = counts / GOMP_COUNTS_GENERATION;
  if ((counts & GOMP_COUNTS_UNSHARED)
      || atomic_load_explicit (&candidate->range.start, memory_order_acquire)
             > start
      || atomic_load_explicit (&candidate->range.end, memory_order_acquire)
             < end
      || (gomp_mapping_marks (candidate) & GOMP_READY_FILLED) == 0)
    return false;
  do
    {
      if ((counts & GOMP_COUNTS_DEAD)
          || counts / GOMP_COUNTS_GENERATION != generation)
        return false;
      value = released (counts, all);
    }
  while (!change_counts (candidate, &counts, value, alone));
  *died = (value & GOMP_COUNTS_DEAD) != 0;
  return true;
}

/* Release a hold.  True: it was the last one of a dead mapping.  */
static inline bool
drop_hold (struct gomp_mapping *mapping)
{
  /* No thread takes new ones on a dead mapping.  */
  if ((load_counts (mapping) & (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLDS))
      == (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLD))
    return true;
  /* Release: what the holder did with the mapping comes before its reuse;
     acquire: for the thread that reuses it.  */
  uint64_t counts = atomic_fetch_sub_explicit (
      &mapping->counts, GOMP_COUNTS_HOLD, memory_order_acq_rel);
  gomp_invariant ((counts & GOMP_COUNTS_HOLDS) != 0,
                  "a mapping is let go that nobody holds: %#lx",
                  (unsigned long)counts);
  return (counts & (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLDS))
         == (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLD);
}

/* Recycle MAPPING, which is not in the tree and not held, and its siblings.
   With the lock.  Returns the block whose reference the caller releases
   without it.  */
HIDDEN struct gomp_block *
gomp_map_recycle_locked (struct gomp_map *map, struct gomp_mapping *mapping);

#endif
