/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address map of a device (OpenMP 5.1 section 2.21.7.1).

   Owns the mappings: their order (tree.h), their counts, their memory.  Any
   thread may look up, take and release mappings; lookups take no lock and do
   not disturb other threads.  Inserting, removing and a lookup without a
   definite result are done with the map's mutex, under which there is no copy
   and no call of a device.

   The life of a mapping.  A construct inserts it with one reference, not ready.
   Other constructs that find it refer to it, and wait only after they have set
   up their own new mappings, so two constructs cannot wait for each other.  It
   is allocated when its storage is known, and filled when the storage has its
   first contents; or, for others, when the region that it was made for has
   ended (see begin.c).  The thread that releases the last reference makes it
   dead: from then on no thread can take it, and a thread that needs the range
   waits until it is gone.  The thread that made it dead copies it back, then
   removes it from the tree, without waiting for another construct.

   References are OpenMP's, and a delete sets them to 0 while a region still
   runs.  Therefore there are also holds: a mapping that has left the tree is
   recycled when the last hold is released.  References and holds are one word,
   changed by compare and exchange, so a dead mapping cannot be taken.

   A mapping found without the lock may be recycled before it is taken.  The
   word has a generation, which changes with each reuse: a reader loads the
   word, then reads the range, then changes the word; the range belongs to the
   generation that the word had if the exchange succeeds, because a range is
   stored only between two generations, while the word is dead.

   While one thread alone has used the map, it owns the lock (sync/biased.h).
   It may then change counts with the lock by plain stores, which is cheaper
   than one exchange for each clause.  Each change without the lock begins with
   gomp_biased_join, which ends that state when the second thread comes.

   A mapping that a target construct makes is nearly always used by that
   construct alone.  It starts unshared: others can take it only with the lock,
   which records that in the word.  So the end of the construct needs no
   exchange for each mapping.

   Recent answers are kept in a table of pointers, indexed by address line,
   which a lookup tries first: one or two loads where the tree has four levels.
   Any content of the table is harmless, since answers are checked as above.  */

#include "offload/map/map_internal.h"

#include <limits.h>
#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "offload/map/link.h"

/* ---- Lookups without the lock.  */

/* Are there bytes in [START, END) that can be mapped?  The byte at the last
   address cannot, since no address follows it: END is 0 then.  */
static inline bool
is_any (uintptr_t start, uintptr_t end)
{
  return likely (start < end);
}

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
  while (
      !exchange_counts (candidate, &counts, gomp_counts_taken (counts, take)))
    if ((counts & GOMP_COUNTS_DEAD)
        || counts / GOMP_COUNTS_GENERATION != generation)
      return false;
  return true;
}

/* Take the recent answer for START if it covers [START, END); or NULL.  Calls
   no function, so that a caller that ends with a call saves no register.  */
static inline struct gomp_mapping *
take_cached (struct gomp_map *map, uintptr_t start, uintptr_t end,
             enum gomp_map_take take)
{
  if (!is_any (start, end) || unlikely (!gomp_biased_has_joined (&map->mutex)))
    return NULL;
  struct gomp_mapping *mapping = cached (map, start);
  return likely (mapping != NULL)
                 && likely (take_candidate (mapping, start, end, take))
             ? mapping
             : NULL;
}

static NOINLINE struct gomp_mapping *
take_from_tree (struct gomp_map *map, uintptr_t start, uintptr_t end,
                enum gomp_map_take take, bool *absent)
{
  *absent = !is_any (start, end);
  if (*absent)
    return NULL;
  gomp_biased_join (&map->mutex);
  struct gomp_mapping *mapping;
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

struct gomp_mapping *
gomp_map_take_or_miss (struct gomp_map *map, uintptr_t start, uintptr_t end,
                       enum gomp_map_take take, bool *absent)
{
  struct gomp_mapping *mapping = take_cached (map, start, end, take);
  *absent = false;
  return likely (mapping != NULL)
             ? mapping
             : take_from_tree (map, start, end, take, absent);
}

static NOINLINE struct gomp_mapping *
hold_from_tree (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  bool absent;
  return take_from_tree (map, start, end, GOMP_MAP_HOLD, &absent);
}

struct gomp_mapping *
gomp_map_hold_quick (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_mapping *mapping = take_cached (map, start, end, GOMP_MAP_HOLD);
  return likely (mapping != NULL) ? mapping : hold_from_tree (map, start, end);
}

/* With the lock: a live mapping is in the tree, and stays there.  */
struct gomp_mapping *
gomp_map_take_alone (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_mapping *mapping = cached (map, start);
  uint64_t counts;
  gomp_invariant (gomp_map_is_alone (map), "another thread uses the map");
  if (unlikely (mapping == NULL) || gomp_mapping_start (mapping) > start
      || gomp_mapping_end (mapping) < end || end <= start
      || unlikely ((counts = load_counts (mapping)) & GOMP_COUNTS_DEAD))
    return NULL;
  return change_counts (mapping, &counts,
                        gomp_counts_taken (counts, GOMP_MAP_REFERENCE), true)
             ? mapping
             : NULL;
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
  if (!is_any (start, end))
    return NULL;
  struct gomp_mapping *mapping = cached (map, start);
  if (likely (mapping != NULL && can_visit (mapping, start, end)))
    return mapping;
  struct gomp_tree_hit hit;
  if (gomp_tree_find (&map->tree, start, end, &hit) != GOMP_TREE_FOUND)
    return NULL;
  mapping = container_of (hit.range, struct gomp_mapping, range);
  return can_visit (mapping, start, end) ? mapping : NULL;
}

enum side
{
  WITHIN, /* the range that covers some of [START, END) */
  BELOW,  /* the last that begins at START or before */
  ABOVE   /* the first that begins behind START */
};

struct gomp_mapping *
gomp_map_find_above_locked (struct gomp_map *map, uintptr_t address)
{
  struct gomp_tree_range *range
      = gomp_tree_find_above_locked (&map->tree, address);
  return range == NULL ? NULL
                       : container_of (range, struct gomp_mapping, range);
}

/* For readers that the writer has disturbed too often.  */
static NOINLINE enum gomp_tree_answer
find_with_lock (struct gomp_map *map, enum side side, uintptr_t start,
                uintptr_t end, struct gomp_tree_hit *hit)
{
  struct gomp_tree *tree = &map->tree;
  gomp_map_lock (map);
  struct gomp_tree_range *range
      = side == WITHIN  ? gomp_tree_find_locked (tree, start, end)
        : side == BELOW ? gomp_tree_find_below_locked (tree, start)
                        : gomp_tree_find_above_locked (tree, start);
  if (range != NULL)
    *hit = (struct gomp_tree_hit){ .range = range,
                                   .start = gomp_tree_start (range),
                                   .end = gomp_tree_end (range) };
  gomp_map_unlock (map);
  return range == NULL ? GOMP_TREE_ABSENT : GOMP_TREE_FOUND;
}

static SPECIALIZED bool
peek (struct gomp_map *map, enum side side, uintptr_t start, uintptr_t end,
      struct gomp_map_answer *answer)
{
  struct gomp_tree *tree = &map->tree;
  struct gomp_tree_hit hit;
  enum gomp_tree_answer found
      = side == WITHIN  ? gomp_tree_find (tree, start, end, &hit)
        : side == BELOW ? gomp_tree_find_below (tree, start, &hit)
                        : gomp_tree_find_above (tree, start, &hit);
  if (unlikely (found == GOMP_TREE_BUSY))
    found = find_with_lock (map, side, start, end, &hit);
  if (found != GOMP_TREE_FOUND)
    return false;
  answer->mapping = container_of (hit.range, struct gomp_mapping, range);
  answer->start = hit.start;
  answer->end = hit.end;
  return true;
}

static NOINLINE bool
peek_in_tree (struct gomp_map *map, uintptr_t start, uintptr_t end,
              struct gomp_map_answer *answer)
{
  if (!peek (map, WITHIN, start, end, answer))
    return false;
  remember (map, start, answer->mapping);
  return true;
}

/* Calls only at the end: it saves no register.  */
bool
gomp_map_peek (struct gomp_map *map, uintptr_t start, uintptr_t end,
               struct gomp_map_answer *answer)
{
  if (!is_any (start, end))
    return false;
  struct gomp_mapping *mapping = cached (map, start);
  return (mapping != NULL && check_candidate (mapping, start, end, answer))
         || peek_in_tree (map, start, end, answer);
}

bool
gomp_map_peek_below (struct gomp_map *map, uintptr_t address,
                     struct gomp_map_answer *answer)
{
  return peek (map, BELOW, address, 0, answer);
}

bool
gomp_map_peek_above (struct gomp_map *map, uintptr_t address,
                     struct gomp_map_answer *answer)
{
  return peek (map, ABOVE, address, 0, answer);
}

static NOINLINE struct gomp_mapping *
hold_otherwise (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_mapping *mapping = gomp_map_hold_quick (map, start, end);
  if (mapping != NULL)
    return mapping;
  gomp_map_lock (map);
  while ((mapping = gomp_map_find_locked (map, start, end)) != NULL
         && !gomp_map_take_locked (mapping, GOMP_MAP_HOLD))
    if (!gomp_map_wait_locked (map))
      {
        mapping = NULL;
        break;
      }
  if (mapping != NULL && start < end)
    remember (map, start, mapping);
  gomp_map_unlock (map);
  return mapping;
}

struct gomp_mapping *
gomp_map_hold (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_mapping *mapping = take_cached (map, start, end, GOMP_MAP_HOLD);
  return likely (mapping != NULL) ? mapping : hold_otherwise (map, start, end);
}

/* ---- Waiting.  */

void
gomp_map_await (struct gomp_map *map, struct gomp_mapping *mapping,
                unsigned ready)
{
  if (likely (gomp_mapping_marks (mapping) & ready))
    return;
  if (ready & GOMP_READY_FILLED)
    atomic_store_explicit (&map->is_contended, true, memory_order_relaxed);
  atomic_fetch_add_explicit (&map->waiters, 1, memory_order_relaxed);
  /* Pairs with the light fence of gomp_map_announce.  */
  os_fence_heavy ();
  /* A failed region ends the program: the exit handlers then meet the failure,
     and do not wait for the region's end.  */
  while ((gomp_mapping_marks (mapping) & ready) == 0 && !gomp_fatal_begun ())
    {
      unsigned seen = gomp_wait_value (&map->changed);
      if ((gomp_mapping_marks (mapping) & ready) == 0)
        gomp_wait_while (&map->changed, seen, GOMP_WAIT_PRIVATE);
    }
  gomp_invariant (atomic_load (&map->waiters) != 0,
                  "a waiter goes that its map did not count");
  atomic_fetch_sub_explicit (&map->waiters, 1, memory_order_relaxed);
  if ((gomp_mapping_marks (mapping) & ready) == 0)
    gomp_fatal_leave ();
}

void
gomp_map_wake (struct gomp_map *map)
{
  /* Sequentially consistent, before the load of the sleepers: see wait.c.  */
  atomic_fetch_add (&map->changed.value, 1);
  gomp_wait_wake (&map->changed, INT_MAX, GOMP_WAIT_PRIVATE);
}

bool
gomp_map_wait_locked (struct gomp_map *map)
{
  unsigned seen = gomp_wait_value (&map->changed);
  atomic_fetch_add_explicit (&map->waiters, 1, memory_order_relaxed);
  gomp_map_unlock (map);
  /* A thread that fails calls gomp_map_wake then.  */
  bool waits = !gomp_fatal_begun ();
  if (waits)
    gomp_wait_while (&map->changed, seen, GOMP_WAIT_PRIVATE);
  gomp_invariant (atomic_load (&map->waiters) != 0,
                  "a waiter goes that its map did not count");
  atomic_fetch_sub_explicit (&map->waiters, 1, memory_order_relaxed);
  gomp_map_lock (map);
  return waits;
}

/* ---- References.  */

bool
gomp_map_unreference (struct gomp_mapping *mapping, bool all)
{
  mapping = gomp_mapping_owner (mapping);
  uint64_t counts = load_counts (mapping), value;
  do
    {
      if ((counts & GOMP_COUNTS_DEAD) || gomp_counts_are_infinite (counts))
        return false;
      gomp_invariant ((counts & GOMP_COUNTS_INFINITE) != 0,
                      "a mapping loses a reference of none: %#lx",
                      (unsigned long)counts);
      value = all ? counts & ~GOMP_COUNTS_INFINITE
                  : counts - GOMP_COUNTS_REFERENCE;
      if ((value & GOMP_COUNTS_INFINITE) == 0)
        value |= GOMP_COUNTS_DEAD;
    }
  while (!exchange_counts (mapping, &counts, value));
  return (value & GOMP_COUNTS_DEAD) != 0;
}

static SPECIALIZED enum gomp_map_release
release (struct gomp_mapping *mapping, const bool alone)
{
  mapping = gomp_mapping_owner (mapping);
  uint64_t counts = load_counts (mapping), value;
  do
    {
      if (unlikely (counts & GOMP_COUNTS_DEAD))
        return GOMP_MAP_STILL_HELD;
      gomp_invariant ((counts & GOMP_COUNTS_INFINITE) != 0
                          && (counts & GOMP_COUNTS_HOLDS) != 0,
                      "a mapping loses a reference and a hold of none: %#lx",
                      (unsigned long)counts);
      value = gomp_counts_are_infinite (counts)
                  ? counts
                  : counts - GOMP_COUNTS_REFERENCE;
      value = (value & GOMP_COUNTS_INFINITE) == 0 ? value | GOMP_COUNTS_DEAD
                                                  : value - GOMP_COUNTS_HOLD;
    }
  while (!change_counts (mapping, &counts, value, alone));
  return value & GOMP_COUNTS_DEAD ? GOMP_MAP_DIED : GOMP_MAP_RELEASED;
}

enum gomp_map_release
gomp_map_release (struct gomp_map *map, struct gomp_mapping *mapping)
{
  gomp_biased_join (&map->mutex);
  return release (mapping, false);
}

enum gomp_map_release
gomp_map_release_alone (struct gomp_mapping *mapping)
{
  return release (mapping, true);
}

struct gomp_mapping *
gomp_map_release_quick (struct gomp_map *map, uintptr_t start, uintptr_t end,
                        bool all, bool *died)
{
  if (!is_any (start, end))
    return NULL;
  struct gomp_mapping *mapping = cached (map, start);
  bool alone = gomp_map_lock_alone (map);
  if (!alone)
    gomp_biased_join (&map->mutex);
  bool found
      = mapping != NULL
        && gomp_map_release_candidate (mapping, start, end, all, alone, died);
  if (alone)
    gomp_map_unlock (map);
  if (likely (found))
    return mapping;
  struct gomp_tree_hit hit;
  if (gomp_tree_find (&map->tree, start, end, &hit) != GOMP_TREE_FOUND)
    return NULL;
  mapping = container_of (hit.range, struct gomp_mapping, range);
  return gomp_map_release_candidate (mapping, start, end, all, false, died)
             ? mapping
             : NULL;
}

void
gomp_map_pin (struct gomp_mapping *mapping)
{
  atomic_fetch_or_explicit (&mapping->counts, GOMP_COUNTS_INFINITE,
                            memory_order_acq_rel);
}

static NOINLINE struct gomp_block *
recycle (struct gomp_map *map, struct gomp_mapping *mapping)
{
  gomp_map_lock (map);
  struct gomp_block *block = gomp_map_recycle_locked (map, mapping);
  gomp_map_unlock (map);
  return block;
}

static COLD struct gomp_block *
join_and_drop (struct gomp_map *map, struct gomp_mapping *mapping)
{
  gomp_biased_join (&map->mutex);
  return gomp_map_drop (map, mapping);
}

struct gomp_block *
gomp_map_drop (struct gomp_map *map, struct gomp_mapping *mapping)
{
  if (unlikely (!gomp_biased_has_joined (&map->mutex)))
    return join_and_drop (map, mapping);
  mapping = gomp_mapping_owner (mapping);
  return likely (!drop_hold (mapping)) ? NULL : recycle (map, mapping);
}

/* ---- The map.  */

bool
gomp_map_init (struct gomp_map *map)
{
  memset (map, 0, sizeof (*map));
  return gomp_map_grow_cache (map, CACHE_MIN_BITS)
         && gomp_tree_init (&map->tree);
}

void
gomp_map_fini (struct gomp_map *map)
{
  gomp_tree_fini (&map->tree);
  gomp_links_fini (map);
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
