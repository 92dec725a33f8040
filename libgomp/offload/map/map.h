/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address map of a device: the host ranges with a copy on the device, the
   addresses of the copies, and the references to them.  See map.c for the
   rules.  */

#ifndef GOMP_OFFLOAD_MAP_MAP_H
#define GOMP_OFFLOAD_MAP_MAP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "offload/map/tree.h"
#include "sync/biased.h"
#include "sync/wait.h"

struct gomp_block;
struct gomp_attachments;

enum gomp_mapping_flags
{
  GOMP_MAPPING_VARIABLE = 1,   /* declare target variable of an image */
  GOMP_MAPPING_ASSOCIATED = 2, /* by omp_target_associate_ptr */
  GOMP_MAPPING_LINKED = 4,     /* of a link variable, or a part of one */
  GOMP_MAPPING_MEMBER = 8,     /* counted by OWNER, not by itself */
  GOMP_MAPPING_EMPTY = 16,     /* has no bytes, and is not in the tree */
  GOMP_MAPPING_GUARDED = 32,   /* canary bytes follow it on the device */
  GOMP_MAPPING_UNHELD = 64,    /* inserted without a hold */
  GOMP_MAPPING_UNSHARED = 128, /* inserted so that other constructs take it with
                                  the lock only */
  GOMP_MAPPING_DYNAMIC = 256   /* inserted for OpenACC's dynamic count */
};

/* Data that few mappings have.  The thread that first needs it allocates it,
   with or without the map's lock; from then on the pointer to it is constant.
   It is freed when the mapping is recycled, which is then not held.  */
struct gomp_mapping_extra
{
  struct gomp_mapping *owner;   /* MEMBER: the counted first one; like SIBLING
                                   set with the lock under which the mapping is
                                   inserted, then constant */
  struct gomp_mapping *sibling; /* next member of the same structure */
  struct gomp_attachments *attachments; /* the device's `attaching' mutex:
                                           pointers attached, or NULL */
  size_t dynamic; /* the map's mutex; of an owner: the number of references in
                     OpenACC's dynamic count (dynamic.c) */
  size_t lasting, spent; /* likewise; see lasting.c */
};

/* Many mappings have a dynamic count and nothing else.  A number below this,
   in the place of the structure's address, is that count.  */
#define GOMP_EXTRA_COUNT ((uintptr_t)1024)

/* The progress of the construct that made a mapping, and what happened to the
   mapping later.  */
enum gomp_mapping_ready
{
  GOMP_READY_ALLOCATED = 1, /* DEVICE, VIEW and BLOCK are set */
  GOMP_READY_FILLED = 2,    /* the device copy has its first contents */
  GOMP_READY_ATTACHED = 4,  /* has, or had, attached pointers */
  GOMP_READY_NULL = 8,      /* a descriptor: its pointer was null */
  GOMP_READY_AHEAD = 16     /* made by a region that was sent ahead
                               (directive/remote.c) */
};

/* A host range and its device copy.  The memory is recycled, never freed.  All
   members except RANGE, COUNTS, READY and EXTRA are constant from READY on.  */
struct gomp_mapping
{
  struct gomp_tree_range range; /* host range */
  atomic_uint_least64_t counts; /* see below */
  uintptr_t device;             /* device address of the first byte */
  char *view;                   /* the copy seen from the host, or NULL */
  struct gomp_block *block;     /* device memory it lies in, or NULL */
  union
  {
    atomic_uintptr_t extra;         /* in use: address, or as above */
    struct gomp_mapping *free_next; /* in the free list */
  };
  atomic_ushort ready; /* 0: being set up by the construct that
                          made it */
  uint16_t flags;      /* enum gomp_mapping_flags */
  union
  {
    uint32_t images; /* VARIABLE: number of images that have it */
    uint32_t turn;   /* LINKED: number of LINKED mappings before it */
  };
};

/* COUNTS: generation (16 bits), OpenMP's reference count (24 bits, all ones is
   infinite), dead (1 bit), unshared (1 bit), holds (22 bits).

   Those of a MEMBER are dead from the start: only lookups with the lock accept
   it.  While a mapping is unshared, only the construct that made it has taken
   it.  Other constructs take it with the lock, which ends that state.  */
#define GOMP_COUNTS_HOLD ((uint64_t)1)
#define GOMP_COUNTS_HOLDS (((uint64_t)1 << 22) - 1)
#define GOMP_COUNTS_UNSHARED ((uint64_t)1 << 22)
#define GOMP_COUNTS_DEAD ((uint64_t)1 << 23)
#define GOMP_COUNTS_REFERENCE ((uint64_t)1 << 24)
#define GOMP_COUNTS_INFINITE ((((uint64_t)1 << 24) - 1) << 24)
#define GOMP_COUNTS_GENERATION ((uint64_t)1 << 48)

struct gomp_map_cache;

struct gomp_map
{
  struct gomp_tree tree;                   /* all mappings but the empty ones */
  _Atomic (struct gomp_tree *) links;      /* mutex: link.c's, or NULL */
  uint32_t linked;                         /* mutex: LINKED mappings so far */
  struct gomp_biased mutex;                /* the writers' lock */
  _Atomic (struct gomp_map_cache *) cache; /* recent answers */
  struct gomp_mapping *free_mappings;      /* mutex */
  struct gomp_map_chunk *chunks;           /* mutex: memory of mappings */
  struct gomp_mapping **empty;             /* mutex: the empty mappings */
  size_t empty_capacity;                   /* mutex */
  atomic_size_t empty_count;               /* changed under mutex */
  struct gomp_wait_word changed; /* bumped when mappings got ready or left */
  atomic_uint waiters;      /* for CHANGED; those that wait for a mapping to
                               leave raise it under mutex */
  atomic_size_t epoch;      /* inserts so far; changed under mutex */
  atomic_bool is_contended; /* a thread had to wait for a mapping's contents */
  atomic_bool has_lasting;  /* changed under mutex: a reference of lasting.c was
                               taken */
};

HIDDEN bool gomp_map_init (struct gomp_map *map);
/* No other thread may use the map any more.  */
HIDDEN void gomp_map_fini (struct gomp_map *map);

/* ---- Without the lock, any thread.  */

/* A range as a lookup found it.  */
struct gomp_map_answer
{
  struct gomp_mapping *mapping;
  uintptr_t start;
  uintptr_t end;
};

/* The mapping that overlaps [START, END), at least one byte.  It may no longer
   exist.  Here and below, the last byte of the address space (END is 0) is
   never mapped.  */
HIDDEN bool gomp_map_peek (struct gomp_map *map, uintptr_t start, uintptr_t end,
                           struct gomp_map_answer *answer);
/* The nearest mappings: the last one that starts at or below ADDRESS, and the
   first one above it.  For messages.  */
HIDDEN bool gomp_map_peek_below (struct gomp_map *map, uintptr_t address,
                                 struct gomp_map_answer *answer);
HIDDEN bool gomp_map_peek_above (struct gomp_map *map, uintptr_t address,
                                 struct gomp_map_answer *answer);

/* What a lookup takes of the mapping.  */
enum gomp_map_take
{
  GOMP_MAP_HOLD,     /* a hold: the mapping exists until gomp_map_drop */
  GOMP_MAP_REFERENCE /* a hold, and a reference of its owner */
};

static inline bool
gomp_counts_are_infinite (uint64_t counts)
{
  return (counts & GOMP_COUNTS_INFINITE) == GOMP_COUNTS_INFINITE;
}
static inline uint64_t
gomp_counts_taken (uint64_t counts, enum gomp_map_take take)
{
  counts = (counts & ~GOMP_COUNTS_UNSHARED) + GOMP_COUNTS_HOLD;
  if (take == GOMP_MAP_REFERENCE && !gomp_counts_are_infinite (counts))
    counts += GOMP_COUNTS_REFERENCE;
  return counts;
}

/* Take the live mapping that covers all of [START, END).  NULL: there is none,
   or this quick way does not find it (a partial overlap, a mapping that is
   about to be removed, interfering writers).  *ABSENT: no mapping overlaps the
   range unless EPOCH has changed.  */
HIDDEN struct gomp_mapping *
gomp_map_take_or_miss (struct gomp_map *map, uintptr_t start, uintptr_t end,
                       enum gomp_map_take take, bool *absent) HOT;
static inline struct gomp_mapping *
gomp_map_take_quick (struct gomp_map *map, uintptr_t start, uintptr_t end,
                     enum gomp_map_take take)
{
  bool absent;
  return gomp_map_take_or_miss (map, start, end, take, &absent);
}
/* The same with GOMP_MAP_HOLD, in fewer instructions.  */
HIDDEN struct gomp_mapping *
gomp_map_hold_quick (struct gomp_map *map, uintptr_t start, uintptr_t end) HOT;
static inline size_t
gomp_map_epoch (struct gomp_map *map)
{
  /* Acquire: pairs with the release in gomp_map_insert_locked.  */
  return atomic_load_explicit (&map->epoch, memory_order_acquire);
}
/* The live mapping that covers [START, END), not taken, for a visit
   (device.h).  NULL: this quick way finds none.  */
HIDDEN struct gomp_mapping *gomp_map_visit (struct gomp_map *map,
                                            uintptr_t start, uintptr_t end) HOT;
/* Hold the live mapping that overlaps [START, END).  If these are no bytes:
   the mapping that contains the byte at START, else that of the byte before
   it, else an empty mapping at START.  NULL: there is none.  Waits for a
   mapping that is about to be removed, unless the program is ending because of
   an error.  */
HIDDEN struct gomp_mapping *gomp_map_hold (struct gomp_map *map,
                                           uintptr_t start, uintptr_t end) HOT;
/* Wait until MAPPING, which the caller holds, has the bit READY.  A construct
   may wait for ALLOCATED at any time after its own new mappings have storage.
   It may wait for FILLED after it has filled them and announced that.  */
HIDDEN void gomp_map_await (struct gomp_map *map, struct gomp_mapping *mapping,
                            unsigned ready) HOT;
HIDDEN void gomp_map_wake (struct gomp_map *map) COLD;
/* Wake the threads that wait for a mapping of the caller, whose new bits are
   already stored.  */
static inline void
gomp_map_announce (struct gomp_map *map)
{
  /* Pairs with the heavy fence of gomp_map_await.  */
  os_fence_light ();
  if (unlikely (atomic_load_explicit (&map->waiters, memory_order_relaxed)
                != 0))
    gomp_map_wake (map);
}
/* Set READY of a mapping that the caller made and has not filled before: no
   other thread changes it yet.  */
static inline void
gomp_mapping_set_ready (struct gomp_mapping *mapping, unsigned ready)
{
  /* Release: pairs with the acquire in gomp_mapping_marks.  */
  atomic_store_explicit (&mapping->ready, (unsigned short)ready,
                         memory_order_release);
}
/* Add bits to READY.  */
static inline void
gomp_mapping_mark (struct gomp_mapping *mapping, unsigned ready)
{
  /* Release: pairs with the acquire in gomp_mapping_marks.  */
  atomic_fetch_or_explicit (&mapping->ready, (unsigned short)ready,
                            memory_order_release);
}
static inline void
gomp_mapping_unmark (struct gomp_mapping *mapping, unsigned ready)
{
  atomic_fetch_and_explicit (&mapping->ready, (unsigned short)~ready,
                             memory_order_release);
}
static inline unsigned
gomp_mapping_marks (struct gomp_mapping *mapping)
{
  return atomic_load_explicit (&mapping->ready, memory_order_acquire);
}

/* Release one reference of the owner of MAPPING (ALL: every reference).  True:
   it was the last, and the mapping is now dead and still held; the caller
   copies back and retires it.  False: the hold stays, too.  With or without the
   lock, in the thread that took the hold.  */
HIDDEN bool gomp_map_unreference (struct gomp_mapping *mapping, bool all) HOT;
enum gomp_map_release
{
  GOMP_MAP_RELEASED,  /* the hold is released, and the reference if references
                         are counted */
  GOMP_MAP_DIED,      /* it was the last reference: the mapping is dead now and
                         still held */
  GOMP_MAP_STILL_HELD /* there is no reference any more; release the hold by
                         gomp_map_drop */
};
/* Release a reference and a hold.  */
HIDDEN enum gomp_map_release
gomp_map_release (struct gomp_map *map, struct gomp_mapping *mapping) HOT;
/* The same with the lock, and alone.  */
HIDDEN enum gomp_map_release
gomp_map_release_alone (struct gomp_mapping *mapping) HOT;
/* Release one reference (ALL: every reference) of the filled mapping that
   covers [START, END).  NULL: this quick way did not find it, and nothing is
   done.  *DIED: the mapping is now dead, and only then held.  */
HIDDEN struct gomp_mapping *gomp_map_release_quick (struct gomp_map *map,
                                                    uintptr_t start,
                                                    uintptr_t end, bool all,
                                                    bool *died) HOT;
/* Mappings were retired, and the lock was released since: wake the threads
   that wait for that.  */
static inline void
gomp_map_announce_left (struct gomp_map *map)
{
  /* A waiting thread has incremented it under the lock before our section, or
     sees what we did there.  */
  if (unlikely (atomic_load_explicit (&map->waiters, memory_order_relaxed)
                != 0))
    gomp_map_wake (map);
}
/* Release a hold.  Returns the block whose reference the caller releases
   without the lock (gomp_device_drop), or NULL.  */
HIDDEN struct gomp_block *gomp_map_drop (struct gomp_map *map,
                                         struct gomp_mapping *mapping) HOT;

/* ---- With the lock.  */

static inline void
gomp_map_lock (struct gomp_map *map)
{
  gomp_biased_lock (&map->mutex);
}

static inline void
gomp_map_unlock (struct gomp_map *map)
{
  gomp_biased_unlock (&map->mutex);
}

/* Lock the map if no other thread has used it yet.  */
static inline bool
gomp_map_lock_alone (struct gomp_map *map)
{
  return gomp_biased_lock_alone (&map->mutex);
}

/* Did no other thread use the map until now, when the calling one has the lock?
   Then it may change counts by plain stores.  */
static inline bool
gomp_map_is_alone (const struct gomp_map *map)
{
  return gomp_biased_is_alone (&map->mutex);
}

/* Take a reference and a hold of the live mapping that covers all of [START,
   END); the calling thread has the lock and is alone.  NULL: there
   is none, or this quick way does not find it.  */
HIDDEN struct gomp_mapping *
gomp_map_take_alone (struct gomp_map *map, uintptr_t start, uintptr_t end) HOT;

/* The mapping that gomp_map_hold finds, but it may be dead, and is not held.
   Does not wait.  */
HIDDEN struct gomp_mapping *
gomp_map_find_locked (struct gomp_map *map, uintptr_t start, uintptr_t end) HOT;
/* The next lookup of ADDRESS tries MAPPING first.  */
HIDDEN void gomp_map_remember (struct gomp_map *map, uintptr_t address,
                               struct gomp_mapping *mapping);
/* The first mapping that begins above ADDRESS, or NULL.  */
HIDDEN struct gomp_mapping *gomp_map_find_above_locked (struct gomp_map *map,
                                                        uintptr_t address);
/* False: MAPPING is dead.  */
HIDDEN bool gomp_map_take_locked (struct gomp_mapping *mapping,
                                  enum gomp_map_take take) HOT;
/* Unlock, wait until a mapping was removed, lock again.  False: the program is
   ending because of an error, and the thread that was to remove the dead
   mapping may never do so.  */
HIDDEN bool gomp_map_wait_locked (struct gomp_map *map);
/* Insert a mapping, not ready, with one reference and one hold; disjoint from
   all others.  FLAGS: enum gomp_mapping_flags; gomp_map_join_locked comes next
   for a MEMBER.  NULL: no memory (recorded).  */
HIDDEN struct gomp_mapping *gomp_map_insert_locked (struct gomp_map *map,
                                                    uintptr_t start,
                                                    uintptr_t end,
                                                    unsigned flags) HOT;
/* Make the MEMBER MAPPING, just inserted, one of OWNER's structure.  */
HIDDEN bool gomp_map_join_locked (struct gomp_mapping *mapping,
                                  struct gomp_mapping *owner);
/* Release the reference of an unshared MAPPING, which is then dead and still
   held.  False: it is not unshared.  */
HIDDEN bool gomp_map_end_unshared_locked (struct gomp_mapping *mapping) HOT;
/* Remove the dead MAPPING and its siblings, and release the caller's hold.
   Returns the block whose reference the caller releases without the lock, or
   NULL.  */
HIDDEN struct gomp_block *
gomp_map_retire_locked (struct gomp_map *map, struct gomp_mapping *mapping) HOT;
/* Release a hold.  Returns what gomp_map_retire_locked returns.  */
HIDDEN struct gomp_block *gomp_map_drop_locked (struct gomp_map *map,
                                                struct gomp_mapping *mapping);
/* Count one more of the references to MAPPING for OpenACC's dynamic count.
   False: no memory (recorded).  */
HIDDEN bool gomp_map_count_dynamic_locked (struct gomp_map *map,
                                           struct gomp_mapping *mapping);
/* Release one reference of the dynamic count (ALL: every one), if there are
   any.  True: the mapping is now dead and still held.  */
HIDDEN bool gomp_map_release_dynamic_locked (struct gomp_map *map,
                                             struct gomp_mapping *mapping,
                                             bool all);
/* The same for the filled mapping that covers [START, END), which has
   references of the dynamic count.  NULL: this quick way did not find it, and
   nothing is done.  *DIED: the mapping is now dead, and only then held.  */
HIDDEN struct gomp_mapping *
gomp_map_release_dynamic_quick_locked (struct gomp_map *map, uintptr_t start,
                                       uintptr_t end, bool all, bool *died) HOT;
/* Make a reference of MAPPING that the caller has taken a lasting one.  False:
   no memory (recorded).  */
HIDDEN bool gomp_map_count_lasting_locked (struct gomp_map *map,
                                           struct gomp_mapping *mapping) COLD;
/* What an exit data directive releases of MAPPING, which may have lasting
   references: such a one, another one, or all but these.  True: the mapping is
   now dead and still held.  */
enum gomp_map_exit
{
  GOMP_MAP_EXIT_LASTING,
  GOMP_MAP_EXIT_ONE,
  GOMP_MAP_EXIT_ALL
};
HIDDEN bool gomp_map_exit_locked (struct gomp_mapping *mapping,
                                  enum gomp_map_exit what) COLD;
static inline bool
gomp_map_has_lasting (struct gomp_map *map)
{
  /* Relaxed: another thread's directive is not ordered with this one, else by
     the program.  */
  return unlikely (
      atomic_load_explicit (&map->has_lasting, memory_order_relaxed));
}
/* Is the dynamic count of MAPPING one, and does it have no other rare data?  */
static inline bool
gomp_map_is_entered_once (struct gomp_mapping *mapping)
{
  /* Relaxed: ordered by the lock.  */
  return atomic_load_explicit (&mapping->extra, memory_order_relaxed) == 1;
}
/* Make the references of MAPPING infinite.  */
HIDDEN void gomp_map_pin (struct gomp_mapping *mapping);
/* Make MAPPING dead, whatever references it has.  The caller then has a hold,
   and retires it.  */
HIDDEN void gomp_map_kill_locked (struct gomp_mapping *mapping);

/* ---- For a mapping that the caller holds.  */

static inline uintptr_t
gomp_mapping_start (struct gomp_mapping *mapping)
{
  /* Ordered by the acquire that took the hold.  */
  return gomp_tree_start (&mapping->range);
}

static inline uintptr_t
gomp_mapping_end (struct gomp_mapping *mapping)
{
  return gomp_tree_end (&mapping->range);
}

/* The extra part of MAPPING, allocated if missing.  NULL: no memory.  */
HIDDEN struct gomp_mapping_extra *
gomp_mapping_extra (struct gomp_mapping *mapping);
/* The extra part of MAPPING, or NULL.  */
static inline struct gomp_mapping_extra *
gomp_mapping_extra_if_any (struct gomp_mapping *mapping)
{
  /* Acquire: pairs with the release in gomp_mapping_extra.  */
  uintptr_t extra
      = atomic_load_explicit (&mapping->extra, memory_order_acquire);
  return likely (extra < GOMP_EXTRA_COUNT) ? NULL
                                           : (struct gomp_mapping_extra *)extra;
}

static inline struct gomp_mapping *
gomp_mapping_owner (struct gomp_mapping *mapping)
{
  return unlikely (mapping->flags & GOMP_MAPPING_MEMBER)
             ? gomp_mapping_extra_if_any (mapping)->owner
             : mapping;
}

/* Has only the construct that made MAPPING taken it?  */
static inline bool
gomp_map_is_unshared (struct gomp_mapping *mapping)
{
  /* Acquire: pairs with the changes of the word with the map's lock.  */
  return (atomic_load_explicit (&mapping->counts, memory_order_acquire)
          & GOMP_COUNTS_UNSHARED)
         != 0;
}

/* The next member of its structure, or NULL.  */
static inline struct gomp_mapping *
gomp_mapping_sibling (struct gomp_mapping *mapping)
{
  struct gomp_mapping_extra *extra = gomp_mapping_extra_if_any (mapping);
  return likely (extra == NULL) ? NULL : extra->sibling;
}

/* Its attached pointers, or NULL; with the device's `attaching' mutex.  */
static inline struct gomp_attachments *
gomp_mapping_attachments (struct gomp_mapping *mapping)
{
  struct gomp_mapping_extra *extra = gomp_mapping_extra_if_any (mapping);
  return extra == NULL ? NULL : extra->attachments;
}

/* Release a hold that cannot be the last: the caller has another.  */
static inline void
gomp_map_drop_shared (struct gomp_mapping *mapping)
{
  /* Release: the holder's use comes before the last holder's reuse.  */
  atomic_fetch_sub_explicit (&gomp_mapping_owner (mapping)->counts,
                             GOMP_COUNTS_HOLD, memory_order_release);
}

/* Take another hold of a dead mapping that the caller holds.  */
static inline void
gomp_map_hold_dead (struct gomp_mapping *mapping)
{
  /* Relaxed: the caller's hold orders it.  */
  atomic_fetch_add_explicit (&gomp_mapping_owner (mapping)->counts,
                             GOMP_COUNTS_HOLD, memory_order_relaxed);
}

static inline bool
gomp_mapping_is_dead (struct gomp_mapping *mapping)
{
  return (atomic_load_explicit (&mapping->counts, memory_order_relaxed)
          & GOMP_COUNTS_DEAD)
         != 0;
}

/* Does another thread hold the mapping than the one that made it dead?  Once
   there is no such thread, there will be none.  */
static inline bool
gomp_mapping_is_dead_and_held (struct gomp_mapping *mapping)
{
  uint64_t counts
      = atomic_load_explicit (&mapping->counts, memory_order_relaxed);
  return (counts & GOMP_COUNTS_DEAD) != 0
         && (counts & GOMP_COUNTS_HOLDS) > GOMP_COUNTS_HOLD;
}

/* Device address of the host address HOST inside.  */
static inline uintptr_t
gomp_mapping_device (struct gomp_mapping *mapping, uintptr_t host)
{
  return mapping->device + (host - gomp_mapping_start (mapping));
}

static inline char *
gomp_mapping_view (struct gomp_mapping *mapping, uintptr_t host)
{
  return mapping->view == NULL
             ? NULL
             : mapping->view + (host - gomp_mapping_start (mapping));
}

#endif
