/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of a device's mappings by host address, for map/.  Disjoint ranges
   are inserted, removed, and found by address.

   Two trees implement this interface; configure's --with-range-tree chooses
   one.  The B+-tree (bplus.c) has readers without a lock.  The splay tree
   (splay.c) changes with every search, so that each search needs the writers'
   lock: its readers answer GOMP_TREE_BUSY.

   Writers, and all functions that end in _locked: one thread at a time, under
   a lock of the caller's.  */

#ifndef GOMP_OFFLOAD_MAP_TREE_H
#define GOMP_OFFLOAD_MAP_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The part of a mapping that the tree uses.  The memory of a mapping is used
   only for mappings (it is recycled, never freed), since a reader may still
   read it after it left the tree.  */
struct gomp_tree_range
{
  atomic_uintptr_t start; /* first host byte; constant while in the tree */
  atomic_uintptr_t end;   /* the byte after the last */
#ifdef GOMP_RANGE_TREE_SPLAY
  struct gomp_tree_range *child[2]; /* writer: the ranges below and above it, or
                                       NULL */
#endif
};

/* For a range that cannot leave its tree meanwhile.  */
static inline uintptr_t
gomp_tree_start (struct gomp_tree_range *range)
{
  return atomic_load_explicit (&range->start, memory_order_relaxed);
}

static inline uintptr_t
gomp_tree_end (struct gomp_tree_range *range)
{
  return atomic_load_explicit (&range->end, memory_order_relaxed);
}

/* An answer: the range as the lookup found it.  RANGE itself may meanwhile
   have left the tree and been reused.  */
struct gomp_tree_hit
{
  struct gomp_tree_range *range;
  uintptr_t start;
  uintptr_t end;
};

enum gomp_tree_answer
{
  GOMP_TREE_ABSENT,
  GOMP_TREE_FOUND,
  GOMP_TREE_BUSY /* writers kept interfering, or readers need the lock: ask with
                    the lock */
};

/* struct gomp_tree, of which COUNT, the number of ranges, is the writer's to
   read; and the readers: any thread, no lock, beside a writer.

   gomp_tree_find: the range that overlaps [START, END), the one with the lowest
   start if several do; START < END.
   gomp_tree_find_below: the last range that starts at or below ADDRESS.
   gomp_tree_find_above: the first range that starts above ADDRESS.  */
#ifdef GOMP_RANGE_TREE_SPLAY
#  include "offload/map/splay.h"
#else
#  include "offload/map/bplus.h"
#endif

/* False: no memory (recorded).  */
HIDDEN bool gomp_tree_init (struct gomp_tree *tree);
/* There are no readers and no writer left.  */
HIDDEN void gomp_tree_fini (struct gomp_tree *tree);

/* As the functions without _locked; NULL: there is none.  */
HIDDEN struct gomp_tree_range *gomp_tree_find_locked (struct gomp_tree *tree,
                                                      uintptr_t start,
                                                      uintptr_t end) HOT;
HIDDEN struct gomp_tree_range *
gomp_tree_find_below_locked (struct gomp_tree *tree, uintptr_t address);
HIDDEN struct gomp_tree_range *
gomp_tree_find_above_locked (struct gomp_tree *tree, uintptr_t address);
/* RANGE is disjoint from all others, and not empty.  False: no memory
   (recorded), and the tree is unchanged.  */
HIDDEN bool gomp_tree_insert (struct gomp_tree *tree,
                              struct gomp_tree_range *range) HOT;
/* RANGE is in the tree.  */
HIDDEN void gomp_tree_remove (struct gomp_tree *tree,
                              struct gomp_tree_range *range) HOT;
/* Check the order and the shape of the whole tree, for tests.  */
HIDDEN bool gomp_tree_is_valid (struct gomp_tree *tree);

/* For invariants: check the tree; a large one not every time.  */
static inline bool
gomp_tree_is_sound (struct gomp_tree *tree)
{
  return (tree->count > 64 && tree->count % 64 != 0)
         || gomp_tree_is_valid (tree);
}

#endif
