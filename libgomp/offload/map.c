/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address map of a device (OpenMP 5.1 section 2.21.7.1).

   Owns the mappings: their order (tree.c), their counts, their memory.  Any
   thread may look up, take and give up; lookups take no lock and disturb
   nobody.  Inserting, removing and a lookup that found nothing certain are
   done with the map's mutex, under which there is no copy and no call of a
   device.

   The life of a mapping.  A construct inserts it with one reference, not
   ready: others that meet it refer to it and wait only when they have set up
   their own new mappings, so that two constructs cannot wait for each other.
   It is placed when
   its storage is known, and filled when that has its first contents.  Whoever
   gives up the last reference makes it dead: from then on nobody can take it,
   and who needs the range waits until it is gone.  The killer copies it back,
   then takes it out of the tree.  Nothing that a killer does waits for another
   construct.

   References are OpenMP's, and a delete sets them to 0 while a region still
   runs.  Hence the holds beside them: a mapping that left the tree is recycled
   when the last hold is given up.  References and holds are one word, changed
   by compare and exchange: taking one of a dead mapping is impossible.

   A mapping found without the lock may be recycled before it is taken.  The
   word has a generation, which changes with each reuse: a reader loads the
   word, then reads the range, then changes the word; the range belongs to the
   generation that the word had if the exchange succeeds, because a range is
   stored only between two generations, while the word is dead.

   A mapping that a target construct makes is nearly always its own until it
   ends.  It starts unshared: others can take it with the lock only, which says
   so in the word, and the end of the construct needs no exchange for each.

   Recent answers are kept in a table of pointers, indexed by address line,
   which a lookup tries first: one or two loads where the tree has four levels.
   Any content of the table is harmless, since answers are checked as above.  */

#include "offload/map.h"

#include <limits.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "offload/attach.h"
#include "offload/block.h"

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
  unsigned bits;                   /* log2 of the places */
  _Atomic (struct gomp_mapping *) place[];
};

static bool
grow_cache (struct gomp_map *map, unsigned bits)
{
  struct gomp_map_cache *old
      = atomic_load_explicit (&map->cache, memory_order_relaxed);
  struct gomp_map_cache *cache = gomp_alloc_zeroed (
      sizeof (*cache) + (sizeof (cache->place[0]) << bits));
  if (cache == NULL)
    return false;
  cache->bits = bits;
  cache->previous = old;
  /* Release: pairs with the acquire in cache_place.  */
  atomic_store_explicit (&map->cache, cache, memory_order_release);
  return true;
}

static inline _Atomic (struct gomp_mapping *) *
cache_place (struct gomp_map *map, uintptr_t address)
{
  struct gomp_map_cache *cache
      = atomic_load_explicit (&map->cache, memory_order_acquire);
  uintptr_t line = address >> CACHE_LINE_BITS;
  line ^= line >> cache->bits;
  return &cache->place[line & (((uintptr_t)1 << cache->bits) - 1)];
}

static inline void
remember (struct gomp_map *map, uintptr_t address, struct gomp_mapping *mapping)
{
  /* Release: pairs with the acquire in candidate.  */
  atomic_store_explicit (cache_place (map, address), mapping,
                         memory_order_release);
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

static inline bool
is_infinite (uint64_t counts)
{
  return (counts & GOMP_COUNTS_INFINITE) == GOMP_COUNTS_INFINITE;
}

static inline uint64_t
taken (uint64_t counts, enum gomp_map_take take)
{
  counts = (counts & ~GOMP_COUNTS_UNSHARED) + GOMP_COUNTS_HOLD;
  if (take == GOMP_MAP_REFERENCE && !is_infinite (counts))
    counts += GOMP_COUNTS_REFERENCE;
  return counts;
}

/* ---- Lookups without the lock.  */

/* Take CANDIDATE if it is alive and covers [START, END).  */
static inline bool
take_candidate (struct gomp_mapping *candidate, uintptr_t start, uintptr_t end,
                enum gomp_map_take take)
{
  uint64_t counts = load_counts (candidate);
  uint64_t generation = counts / GOMP_COUNTS_GENERATION;
  if ((counts & (GOMP_COUNTS_DEAD | GOMP_COUNTS_UNSHARED))
      || atomic_load_explicit (&candidate->range.start, memory_order_acquire)
             > start
      || atomic_load_explicit (&candidate->range.end, memory_order_acquire)
             < end)
    return false;
  while (!exchange_counts (candidate, &counts, taken (counts, take)))
    if ((counts & GOMP_COUNTS_DEAD)
        || counts / GOMP_COUNTS_GENERATION != generation)
      return false;
  return true;
}

static inline struct gomp_mapping *
cached (struct gomp_map *map, uintptr_t address)
{
  /* Acquire: pairs with the release in remember.  */
  return atomic_load_explicit (cache_place (map, address),
                               memory_order_acquire);
}

struct gomp_mapping *
gomp_map_take_quick (struct gomp_map *map, uintptr_t start, uintptr_t end,
                     enum gomp_map_take take)
{
  bool absent;
  return gomp_map_take_or_miss (map, start, end, take, &absent);
}

struct gomp_mapping *
gomp_map_take_or_miss (struct gomp_map *map, uintptr_t start, uintptr_t end,
                       enum gomp_map_take take, bool *absent)
{
  struct gomp_mapping *mapping = cached (map, start);
  *absent = false;
  if (mapping != NULL && take_candidate (mapping, start, end, take))
    return mapping;
  struct gomp_tree_hit hit;
  enum gomp_tree_answer answer = gomp_tree_find (&map->tree, start, end, &hit);
  if (answer != GOMP_TREE_FOUND)
    {
      *absent = answer == GOMP_TREE_ABSENT;
      return NULL;
    }
  mapping = container_of (hit.range, struct gomp_mapping, range);
  if (!take_candidate (mapping, start, end, take))
    return NULL;
  remember (map, start, mapping);
  return mapping;
}

/* Is CANDIDATE alive, with all of [START, END)?  */
static inline bool
check_candidate (struct gomp_mapping *candidate, uintptr_t start, uintptr_t end,
                 struct gomp_map_answer *answer)
{
  uint64_t counts = load_counts (candidate);
  answer->mapping = candidate;
  answer->start
      = atomic_load_explicit (&candidate->range.start, memory_order_acquire);
  answer->end
      = atomic_load_explicit (&candidate->range.end, memory_order_acquire);
  return (counts & GOMP_COUNTS_DEAD) == 0 && answer->start <= start
         && end <= answer->end
         && (load_counts (candidate) & ~(GOMP_COUNTS_GENERATION - 1))
                == (counts & ~(GOMP_COUNTS_GENERATION - 1));
}

static inline bool
can_visit (struct gomp_mapping *candidate, uintptr_t start, uintptr_t end)
{
  struct gomp_map_answer answer;
  return check_candidate (candidate, start, end, &answer)
         && (load_counts (candidate) & GOMP_COUNTS_UNSHARED) == 0;
}

struct gomp_mapping *
gomp_map_visit (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_mapping *mapping = cached (map, start);
  if (likely (mapping != NULL && can_visit (mapping, start, end)))
    return mapping;
  struct gomp_tree_hit hit;
  if (gomp_tree_find (&map->tree, start, end, &hit) != GOMP_TREE_FOUND)
    return NULL;
  mapping = container_of (hit.range, struct gomp_mapping, range);
  return can_visit (mapping, start, end) ? mapping : NULL;
}

static bool
finish_peek (struct gomp_tree_hit *hit, enum gomp_tree_answer found,
             struct gomp_map_answer *answer)
{
  if (found != GOMP_TREE_FOUND)
    return false;
  answer->mapping = container_of (hit->range, struct gomp_mapping, range);
  answer->start = hit->start;
  answer->end = hit->end;
  return true;
}

bool
gomp_map_peek (struct gomp_map *map, uintptr_t start, uintptr_t end,
               struct gomp_map_answer *answer)
{
  struct gomp_mapping *mapping = cached (map, start);
  if (mapping != NULL && check_candidate (mapping, start, end, answer))
    return true;
  struct gomp_tree_hit hit;
  enum gomp_tree_answer found = gomp_tree_find (&map->tree, start, end, &hit);
  if (unlikely (found == GOMP_TREE_BUSY))
    {
      gomp_map_lock (map);
      found = gomp_tree_find (&map->tree, start, end, &hit);
      gomp_map_unlock (map);
    }
  if (!finish_peek (&hit, found, answer))
    return false;
  remember (map, start, answer->mapping);
  return true;
}

bool
gomp_map_peek_below (struct gomp_map *map, uintptr_t address,
                     struct gomp_map_answer *answer)
{
  struct gomp_tree_hit hit;
  return finish_peek (&hit, gomp_tree_find_below (&map->tree, address, &hit),
                      answer);
}

bool
gomp_map_peek_above (struct gomp_map *map, uintptr_t address,
                     struct gomp_map_answer *answer)
{
  struct gomp_tree_hit hit;
  return finish_peek (&hit, gomp_tree_find_above (&map->tree, address, &hit),
                      answer);
}

struct gomp_mapping *
gomp_map_hold (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_mapping *mapping = NULL;
  if (likely (end > start))
    mapping = gomp_map_take_quick (map, start, end, GOMP_MAP_HOLD);
  if (likely (mapping != NULL))
    return mapping;
  gomp_map_lock (map);
  while ((mapping = gomp_map_find_locked (map, start, end)) != NULL
         && (mapping->flags & GOMP_MAPPING_LINK) == 0
         && !gomp_map_take_locked (mapping, GOMP_MAP_HOLD))
    gomp_map_wait_locked (map);
  gomp_map_unlock (map);
  if (mapping != NULL && (mapping->flags & GOMP_MAPPING_LINK))
    return NULL;
  return mapping;
}

/* ---- Waiting.  */

void
gomp_map_await (struct gomp_map *map, struct gomp_mapping *mapping,
                unsigned ready)
{
  if (likely (gomp_mapping_marks (mapping) & ready))
    return;
  atomic_fetch_add_explicit (&map->waiters, 1, memory_order_relaxed);
  /* Pairs with the light fence of gomp_map_announce.  */
  os_fence_heavy ();
  while ((gomp_mapping_marks (mapping) & ready) == 0)
    {
      unsigned seen = gomp_wait_value (&map->changed);
      if ((gomp_mapping_marks (mapping) & ready) == 0)
        gomp_wait_while (&map->changed, seen, GOMP_WAIT_PRIVATE);
    }
  atomic_fetch_sub_explicit (&map->waiters, 1, memory_order_relaxed);
}

void
gomp_map_wake (struct gomp_map *map)
{
  /* Sequentially consistent, before the look at the sleepers: see wait.c.  */
  atomic_fetch_add (&map->changed.value, 1);
  gomp_wait_wake (&map->changed, INT_MAX, GOMP_WAIT_PRIVATE);
}

void
gomp_map_wait_locked (struct gomp_map *map)
{
  unsigned seen = gomp_wait_value (&map->changed);
  atomic_fetch_add_explicit (&map->waiters, 1, memory_order_relaxed);
  gomp_map_unlock (map);
  gomp_wait_while (&map->changed, seen, GOMP_WAIT_PRIVATE);
  atomic_fetch_sub_explicit (&map->waiters, 1, memory_order_relaxed);
  gomp_map_lock (map);
}

/* ---- References.  */

bool
gomp_map_unreference (struct gomp_mapping *mapping, bool all)
{
  mapping = gomp_mapping_owner (mapping);
  uint64_t counts = load_counts (mapping), value;
  do
    {
      if ((counts & GOMP_COUNTS_DEAD) || is_infinite (counts))
        return false;
      value = all ? counts & ~GOMP_COUNTS_INFINITE
                  : counts - GOMP_COUNTS_REFERENCE;
      if ((value & GOMP_COUNTS_INFINITE) == 0)
        value |= GOMP_COUNTS_DEAD;
    }
  while (!exchange_counts (mapping, &counts, value));
  return (value & GOMP_COUNTS_DEAD) != 0;
}

bool
gomp_map_release (struct gomp_map *map, struct gomp_mapping *mapping)
{
  mapping = gomp_mapping_owner (mapping);
  uint64_t counts = load_counts (mapping), value;
  do
    {
      if (unlikely ((counts & GOMP_COUNTS_DEAD) || is_infinite (counts)))
        {
          gomp_map_drop (map, mapping);
          return false;
        }
      value = counts - GOMP_COUNTS_REFERENCE;
      value = (value & GOMP_COUNTS_INFINITE) == 0 ? value | GOMP_COUNTS_DEAD
                                                  : value - GOMP_COUNTS_HOLD;
    }
  while (!exchange_counts (mapping, &counts, value));
  return (value & GOMP_COUNTS_DEAD) != 0;
}

/* What COUNTS are with one reference less, or none; dead ones are held.  */
static inline uint64_t
released (uint64_t counts, bool all)
{
  if (is_infinite (counts))
    return counts;
  counts
      = all ? counts & ~GOMP_COUNTS_INFINITE : counts - GOMP_COUNTS_REFERENCE;
  return (counts & GOMP_COUNTS_INFINITE) == 0
             ? (counts | GOMP_COUNTS_DEAD) + GOMP_COUNTS_HOLD
             : counts;
}

static inline bool
release_candidate (struct gomp_mapping *candidate, uintptr_t start,
                   uintptr_t end, bool all, bool *died)
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
  while (!exchange_counts (candidate, &counts, value));
  *died = (value & GOMP_COUNTS_DEAD) != 0;
  return true;
}

struct gomp_mapping *
gomp_map_release_quick (struct gomp_map *map, uintptr_t start, uintptr_t end,
                        bool all, bool *died)
{
  struct gomp_mapping *mapping = cached (map, start);
  if (mapping != NULL && release_candidate (mapping, start, end, all, died))
    return mapping;
  struct gomp_tree_hit hit;
  if (gomp_tree_find (&map->tree, start, end, &hit) != GOMP_TREE_FOUND)
    return NULL;
  mapping = container_of (hit.range, struct gomp_mapping, range);
  return release_candidate (mapping, start, end, all, died) ? mapping : NULL;
}

void
gomp_map_pin (struct gomp_mapping *mapping)
{
  atomic_fetch_or_explicit (&mapping->counts, GOMP_COUNTS_INFINITE,
                            memory_order_acq_rel);
}

void
gomp_map_kill_locked (struct gomp_mapping *mapping)
{
  atomic_fetch_or_explicit (&mapping->counts, GOMP_COUNTS_DEAD,
                            memory_order_acq_rel);
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
  free_extra (mapping);
  mapping->free_next = map->free_mappings;
  map->free_mappings = mapping;
}

/* Recycle MAPPING, out of the tree and without holds, and its siblings.  */
static struct gomp_block *
recycle_locked (struct gomp_map *map, struct gomp_mapping *mapping)
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

/* Give up a hold; true: it was the last of a dead mapping.  */
static inline bool
drop_hold (struct gomp_mapping *mapping)
{
  /* Of a dead mapping nobody takes new ones.  */
  if ((load_counts (mapping) & (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLDS))
      == (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLD))
    return true;
  /* Release: what the holder did with the mapping comes before its reuse;
     acquire: for who reuses it.  */
  uint64_t counts = atomic_fetch_sub_explicit (
      &mapping->counts, GOMP_COUNTS_HOLD, memory_order_acq_rel);
  return (counts & (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLDS))
         == (GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLD);
}

void
gomp_map_drop (struct gomp_map *map, struct gomp_mapping *mapping)
{
  mapping = gomp_mapping_owner (mapping);
  if (likely (!drop_hold (mapping)))
    return;
  gomp_map_lock (map);
  struct gomp_block *block = recycle_locked (map, mapping);
  gomp_map_unlock (map);
  gomp_block_drop (block);
}

/* ---- With the lock.  */

static struct gomp_mapping *
find_bytes_locked (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_tree_range *range
      = gomp_tree_find_locked (&map->tree, start, end);
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
  if (likely (end > start))
    return find_bytes_locked (map, start, end);
  struct gomp_mapping *mapping = find_bytes_locked (map, start, start + 1);
  if (mapping == NULL && start > 0)
    mapping = find_bytes_locked (map, start - 1, start);
  if (mapping == NULL)
    mapping = find_empty_locked (map, start);
  return mapping;
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
  while (!exchange_counts (mapping, &counts, taken (counts, take)));
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
      && cache->bits < CACHE_MAX_BITS && !grow_cache (map, cache->bits + 1))
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
  /* Release, after the insertion: who sees the new epoch sees the new tree.  */
  atomic_store_explicit (&map->epoch, gomp_map_epoch (map) + 1,
                         memory_order_release);
  map->free_mappings = next;
  atomic_store_explicit (&mapping->extra, NULL, memory_order_relaxed);
  counts = (counts & ~(GOMP_COUNTS_GENERATION - 1)) + GOMP_COUNTS_GENERATION
           + GOMP_COUNTS_REFERENCE + GOMP_COUNTS_HOLD;
  if (unlikely (flags & (GOMP_MAPPING_MEMBER | GOMP_MAPPING_LINK)))
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
  struct gomp_mapping_extra *extra = gomp_mapping_extra_if_any (mapping);
  if (extra != NULL)
    return extra;
  struct gomp_mapping_extra *made = gomp_alloc_zeroed (sizeof (*made));
  /* Release: pairs with the acquire in gomp_mapping_extra_if_any.  */
  if (made == NULL
      || atomic_compare_exchange_strong_explicit (&mapping->extra, &extra, made,
                                                  memory_order_acq_rel,
                                                  memory_order_acquire))
    return made;
  gomp_free (made);
  return extra;
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

struct gomp_mapping *
gomp_map_link_locked (struct gomp_mapping *mapping)
{
  struct gomp_mapping_extra *extra = gomp_mapping_extra_if_any (mapping);
  return likely (extra == NULL) ? NULL : extra->link;
}

bool
gomp_map_end_unshared_locked (struct gomp_mapping *mapping)
{
  uint64_t counts
      = atomic_load_explicit (&mapping->counts, memory_order_relaxed);
  if ((counts & GOMP_COUNTS_UNSHARED) == 0)
    return false;
  /* Nobody else changes the word without the lock.  Release: pairs with the
     acquire in load_counts.  */
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
  struct gomp_mapping *link = gomp_map_link_locked (mapping);
  if (unlikely (link != NULL))
    {
      /* The tree has room: a range was just taken out.  */
      gomp_tree_insert (&map->tree, &link->range);
      gomp_mapping_extra_if_any (mapping)->link = NULL;
    }
}

struct gomp_block *
gomp_map_retire_locked (struct gomp_map *map, struct gomp_mapping *mapping)
{
  mapping = gomp_mapping_owner (mapping);
  take_out_locked (map, mapping);
  for (struct gomp_mapping *m = gomp_mapping_sibling (mapping);
       unlikely (m != NULL); m = gomp_mapping_sibling (m))
    take_out_locked (map, m);
  return drop_hold (mapping) ? recycle_locked (map, mapping) : NULL;
}

struct gomp_mapping *
gomp_map_replace_link_locked (struct gomp_map *map, struct gomp_mapping *link,
                              uintptr_t start, uintptr_t end, unsigned flags)
{
  gomp_tree_remove (&map->tree, &link->range);
  struct gomp_mapping *mapping
      = gomp_map_insert_locked (map, start, end, flags);
  struct gomp_mapping_extra *extra
      = mapping == NULL ? NULL : gomp_mapping_extra (mapping);
  if (extra == NULL)
    return NULL;
  extra->link = link;
  return mapping;
}

/* ---- The map.  */

bool
gomp_map_init (struct gomp_map *map)
{
  memset (map, 0, sizeof (*map));
  return grow_cache (map, CACHE_MIN_BITS) && gomp_tree_init (&map->tree);
}

void
gomp_map_fini (struct gomp_map *map)
{
  gomp_tree_fini (&map->tree);
  while (map->chunks != NULL)
    {
      struct gomp_map_chunk *chunk = map->chunks;
      map->chunks = chunk->next;
      gomp_free (chunk);
    }
  struct gomp_map_cache *cache
      = atomic_load_explicit (&map->cache, memory_order_relaxed);
  while (cache != NULL)
    {
      struct gomp_map_cache *previous = cache->previous;
      gomp_free (cache);
      cache = previous;
    }
  gomp_free (map->empty);
}
