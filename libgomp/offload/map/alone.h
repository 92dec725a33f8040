/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counts of mappings, for a thread that has the map's lock and is alone
   (gomp_map_is_alone): it changes them by plain stores.  For mappings without
   structures, whose counts are their own.  */

#ifndef GOMP_OFFLOAD_MAP_ALONE_H
#define GOMP_OFFLOAD_MAP_ALONE_H

#include "base/invariant.h"
#include "offload/map/map.h"

static inline uint64_t
gomp_alone_counts (struct gomp_mapping *mapping)
{
  /* Acquire: as for load_counts.  */
  return atomic_load_explicit (&mapping->counts, memory_order_acquire);
}

static inline void
gomp_alone_set (struct gomp_mapping *mapping, uint64_t counts)
{
  /* Release: pairs with the acquire in load_counts.  */
  atomic_store_explicit (&mapping->counts, counts, memory_order_release);
}

/* Is MAPPING, whose memory any mapping may have now, alive and filled, and does
   it cover the SIZE bytes at HOST?  */
static inline bool
gomp_alone_is_present (struct gomp_mapping *mapping, uintptr_t host,
                       size_t size)
{
  return (gomp_alone_counts (mapping) & GOMP_COUNTS_DEAD) == 0
         && gomp_mapping_start (mapping) <= host
         && gomp_mapping_end (mapping) >= host + size
         && (gomp_mapping_marks (mapping) & GOMP_READY_FILLED) != 0;
}

/* Take a reference and a hold of MAPPING, which is alive.  */
static inline void
gomp_alone_take (struct gomp_mapping *mapping)
{
  gomp_alone_set (mapping, gomp_counts_taken (gomp_alone_counts (mapping),
                                              GOMP_MAP_REFERENCE));
}

/* Would MAPPING stay alive without the caller's reference?  */
static inline bool
gomp_alone_stays (struct gomp_mapping *mapping)
{
  uint64_t counts = gomp_alone_counts (mapping);
  return (counts & GOMP_COUNTS_DEAD) == 0
         && (counts & GOMP_COUNTS_INFINITE) > GOMP_COUNTS_REFERENCE;
}

/* Release a reference and a hold of MAPPING, which stays alive.  */
static inline void
gomp_alone_release (struct gomp_mapping *mapping)
{
  uint64_t counts = gomp_alone_counts (mapping);
  gomp_invariant ((counts & GOMP_COUNTS_HOLDS) != 0,
                  "a mapping is released that is not held: %#lx",
                  (unsigned long)counts);
  if (!gomp_counts_are_infinite (counts))
    counts -= GOMP_COUNTS_REFERENCE;
  gomp_alone_set (mapping, counts - GOMP_COUNTS_HOLD);
}

/* Is there one reference of MAPPING, and are there HOLDS holds?  */
static inline bool
gomp_alone_is_sole (struct gomp_mapping *mapping, unsigned holds)
{
  return (gomp_alone_counts (mapping)
          & (GOMP_COUNTS_INFINITE | GOMP_COUNTS_DEAD | GOMP_COUNTS_HOLDS))
         == GOMP_COUNTS_REFERENCE + holds * GOMP_COUNTS_HOLD;
}

/* Release the sole reference of MAPPING, of which there are HOLDS holds; it is
   then dead, and held once.  */
static inline void
gomp_alone_end (struct gomp_mapping *mapping, unsigned holds)
{
  uint64_t counts = gomp_alone_counts (mapping);
  counts = (counts & ~GOMP_COUNTS_UNSHARED) - GOMP_COUNTS_REFERENCE;
  gomp_alone_set (mapping,
                  (counts | GOMP_COUNTS_DEAD) + (1 - holds) * GOMP_COUNTS_HOLD);
}

#endif
