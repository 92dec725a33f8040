/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's dynamic count of a mapping (OpenACC 2.6 section 2.6.7): the number
   of its references that enter data and the like have taken, and that exit
   data may release.

   The count changes with the map's lock.  As long as the mapping has no other
   rare data (struct gomp_mapping_extra), the count is in the word that would
   point to them.  Another thread that holds the mapping may allocate them
   without the lock, so the word is changed by an exchange, unless no other
   thread has used the map.  */

#include "base/invariant.h"
#include "offload/map/map_internal.h"

static uintptr_t
load_extra (struct gomp_mapping *mapping)
{
  /* Acquire: pairs with the release in gomp_mapping_extra.  */
  return atomic_load_explicit (&mapping->extra, memory_order_acquire);
}

static size_t
count_of (struct gomp_mapping *mapping)
{
  uintptr_t extra = load_extra (mapping);
  return extra < GOMP_EXTRA_COUNT
             ? extra
             : ((struct gomp_mapping_extra *)extra)->dynamic;
}

/* Add N to the count, which is at least -N; false without memory (recorded). */
static bool
change (struct gomp_map *map, struct gomp_mapping *mapping, ptrdiff_t n)
{
  uintptr_t extra = load_extra (mapping);
  gomp_invariant (n >= 0 || count_of (mapping) >= (size_t)-n,
                  "a dynamic count of %zu gives up %td", count_of (mapping),
                  -n);
  bool fits
      = extra < GOMP_EXTRA_COUNT && extra + (uintptr_t)n < GOMP_EXTRA_COUNT;
  if (fits && gomp_map_is_alone (map))
    {
      atomic_store_explicit (&mapping->extra, extra + (uintptr_t)n,
                             memory_order_relaxed);
      return true;
    }
  while (extra < GOMP_EXTRA_COUNT && extra + (uintptr_t)n < GOMP_EXTRA_COUNT)
    /* Acquire: as above; the lock orders the counts.  */
    if (atomic_compare_exchange_weak_explicit (
            &mapping->extra, &extra, extra + (uintptr_t)n, memory_order_acquire,
            memory_order_acquire))
      return true;
  struct gomp_mapping_extra *rest = gomp_mapping_extra (mapping);
  if (rest == NULL)
    return false;
  rest->dynamic += (size_t)n;
  return true;
}

bool
gomp_map_count_dynamic_locked (struct gomp_map *map,
                               struct gomp_mapping *mapping)
{
  return change (map, gomp_mapping_owner (mapping), 1);
}

bool
gomp_map_release_dynamic_locked (struct gomp_map *map,
                                 struct gomp_mapping *mapping, bool all)
{
  mapping = gomp_mapping_owner (mapping);
  size_t count = count_of (mapping);
  bool died = false;
  if (count > 1 && !all)
    count = 1;
  if (count > 0)
    change (map, mapping, -(ptrdiff_t)count);
  while (count-- > 0 && !died)
    died = gomp_map_unreference (mapping, false);
  return died;
}

/* Release one reference of CANDIDATE, which may be any mapping, if it covers
   [START, END) and has a dynamic count and nothing else.  */
static inline bool
release (struct gomp_map *map, struct gomp_mapping *candidate, uintptr_t start,
         uintptr_t end, bool all, bool *died)
{
  uintptr_t extra = load_extra (candidate);
  if (extra == 0 || extra >= GOMP_EXTRA_COUNT || (all && extra > 1)
      || !gomp_map_release_candidate (candidate, start, end, false,
                                      gomp_map_is_alone (map), died))
    return false;
  if (!*died)
    change (map, candidate, -1);
  return true;
}

struct gomp_mapping *
gomp_map_release_dynamic_quick_locked (struct gomp_map *map, uintptr_t start,
                                       uintptr_t end, bool all, bool *died)
{
  struct gomp_mapping *mapping = cached (map, start);
  if (unlikely (end <= start))
    return NULL;
  if (likely (mapping != NULL) && release (map, mapping, start, end, all, died))
    return mapping;
  mapping = gomp_map_find_locked (map, start, end);
  if (mapping == NULL || !release (map, mapping, start, end, all, died))
    return NULL;
  remember (map, start, mapping);
  return mapping;
}
